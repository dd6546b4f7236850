// The embedded PostgreSQL dies by itself (the kernel's out-of-memory killer, an administrator) while visitors come.

import { setTimeout as sleep } from 'node:timers/promises';
import {
  newDataFolder,
  removeDataFolder,
  startStandalone,
  type RunningStandalone,
} from '../flow/start-standalone';
import { until } from '../until';
import { UNHURRIED } from '../unhurried-plans';
import { makeApiClient } from './api-client';
import { embeddedPostgresProcess } from './embedded-postgres-process';
import { seededRandom } from './seeded-random';
import { settledFaults } from './settled-faults';
import { makeVisitLedger } from './visit-ledger';
import { makeVisitPlan } from './visit-plan';
import { startVisitors } from './visitors';

const DEATHS = 3;
/** Visitors are answered so often before each death. */
const VISITS = 500;
const HEAL_MS = 180_000;

const dataDirectory = newDataFolder();
let kurz: RunningStandalone;
let stop: RunningStandalone['stop'] | undefined;
beforeAll(async () => {
  kurz = await startStandalone({ dataDirectory, environment: UNHURRIED });
  stop = kurz.stop;
});
afterAll(async () => {
  await stop?.();
  await removeDataFolder(dataDirectory);
});

type Seen = { ready: number[]; api: { status: number; retryAfter: string | null }[] };

/** Asks health and API over and over until both were away and both are back. */
async function watchHealing(api: ReturnType<typeof makeApiClient>, slug: string): Promise<Seen> {
  const seen: Seen = { ready: [], api: [] };
  const isBack = (statuses: number[]) => statuses.includes(503) && statuses.at(-1) === 200;
  for (const end = Date.now() + HEAL_MS; Date.now() < end; await sleep(10)) {
    const [ready, answer] = await Promise.all([fetch(`${kurz.url}/readyz`), api.ask(`/urls/${slug}`)]);
    await Promise.all([ready.arrayBuffer(), answer.arrayBuffer()]);
    seen.ready.push(ready.status);
    seen.api.push({ status: answer.status, retryAfter: answer.headers.get('retry-after') });
    if (isBack(seen.ready) && isBack(seen.api.map(({ status }) => status))) return seen;
  }
  throw new Error(`not healed within ${HEAL_MS} ms: ${JSON.stringify(seen)}`);
}

test('known links redirect all the while, the API says when to come again, it heals, and every visit is counted', async () => {
  const api = makeApiClient(kurz);
  const ledger = makeVisitLedger();
  const plan = makeVisitPlan(seededRandom(), { tagged: 48, plain: 4 });
  await api.makeLinks(plan.slugs);
  const postgres = embeddedPostgresProcess(kurz.dataDirectory);
  const pids = [postgres.pid()];

  const visitors = startVisitors(
    { ledger, next: plan.next },
    { port: kurz.port, connections: 8, mayBeStarting: false, restMs: 5 },
  );
  const seen: Seen = { ready: [], api: [] };
  const answeredMeanwhile: number[] = [];
  try {
    for (let death = 0; death < DEATHS; death++) {
      await until(() => ledger.totals().answered > (death + 1) * VISITS);
      const before = ledger.totals().answered;
      postgres.kill();
      const { ready, api: answers } = await watchHealing(api, plan.slugs[0] ?? '');
      answeredMeanwhile.push(ledger.totals().answered - before);
      seen.ready.push(...ready);
      seen.api.push(...answers);
      pids.push(postgres.pid());
    }
  } finally {
    await visitors.stop();
  }

  expect(new Set(pids).size).toBe(DEATHS + 1);
  expect(new Set(seen.ready)).toEqual(new Set([200, 503]));
  expect(seen.api.filter(({ status }) => status !== 200 && status !== 503)).toEqual([]);
  const away = seen.api.filter(({ status }) => status === 503);
  expect(away.every(({ retryAfter }) => Number(retryAfter) >= 1)).toBe(true);

  expect(ledger.wrongs()).toEqual([]);
  expect(ledger.totals().unknown).toBe(0);
  expect(Math.min(...answeredMeanwhile)).toBeGreaterThan(0);
  await api.makeLinks(['after-the-deaths']);
  expect(await settledFaults({ api, ledger }, plan.slugs)).toEqual([]);
});
