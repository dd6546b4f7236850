// The embedded PostgreSQL dies (by the kernel's out-of-memory killer or an administrator) while visitors come.

import { setTimeout as sleep } from 'node:timers/promises';
import {
  newDataFolder,
  removeDataFolder,
  startStandalone,
  type RunningStandalone,
} from '../flow/start-standalone';
import { until } from '../until';
import { HIGH_LIMIT_PLANS } from '../high-limit-plans';
import { makeApiClient } from './api-client';
import { embeddedPostgresProcess } from './embedded-postgres-process';
import { seededRandom } from './seeded-random';
import { settledFaults } from './settled-faults';
import { makeVisitLedger } from './visit-ledger';
import { makeVisitPlan } from './visit-plan';
import { startVisitors } from './visitors';

const DEATHS = 3;
/** Answered visits before each death. */
const VISITS = 500;

const dataDirectory = newDataFolder();
let kurz: RunningStandalone;
let stop: RunningStandalone['stop'] | undefined;
beforeAll(async () => {
  kurz = await startStandalone({ isNew: false, dataDirectory, environment: HIGH_LIMIT_PLANS });
  stop = kurz.stop;
});
afterAll(async () => {
  await stop?.();
  await removeDataFolder(dataDirectory);
});

type Asked = { status: number; askedAt: number; retryAfter: string | null };
type Seen = Record<'ready' | 'api', Asked[]>;

/** Polls health and API independently, until both are back after `isThere` has found another server. */
async function watchHealing(
  api: ReturnType<typeof makeApiClient>,
  { slug, isThere }: { slug: string; isThere: () => boolean },
): Promise<Seen> {
  const seen: Seen = { ready: [], api: [] };
  let isOver = false;
  const watch = async (answers: Asked[], ask: () => Promise<Response>) => {
    while (!isOver) {
      const askedAt = performance.now();
      const answer = await ask();
      await answer.arrayBuffer();
      answers.push({ status: answer.status, askedAt, retryAfter: answer.headers.get('retry-after') });
      await sleep(10);
    }
  };
  const watching = Promise.all([
    watch(seen.ready, () => fetch(`${kurz.url}/readyz`)),
    watch(seen.api, () => api.ask(`/urls/${slug}`)),
  ]);
  try {
    await until(isThere, { what: 'another server' });
    const since = performance.now();
    const isBack = (answers: Asked[]) =>
      answers.some(({ status, askedAt }) => status === 200 && askedAt > since);
    await until(() => isBack(seen.ready) && isBack(seen.api), { what: 'health and API are back' });
  } finally {
    isOver = true;
    await watching;
  }
  return seen;
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
      const isThere = () => {
        try {
          return !pids.includes(postgres.pid());
        } catch {
          // between two servers there is no pid file
          return false;
        }
      };
      const { ready, api: answers } = await watchHealing(api, { slug: plan.slugs[0] ?? '', isThere });
      answeredMeanwhile.push(ledger.totals().answered - before);
      seen.ready.push(...ready);
      seen.api.push(...answers);
      pids.push(postgres.pid());
    }
  } finally {
    await visitors.stop();
  }

  expect(new Set(pids).size).toBe(DEATHS + 1);
  expect(new Set(seen.ready.map(({ status }) => status))).toEqual(new Set([200, 503]));
  expect(seen.api.filter(({ status }) => status !== 200 && status !== 503)).toEqual([]);
  const away = seen.api.filter(({ status }) => status === 503);
  expect(away.every(({ retryAfter }) => Number(retryAfter) >= 1)).toBe(true);

  expect(ledger.wrongs()).toEqual([]);
  expect(ledger.totals().unknown).toBe(0);
  expect(Math.min(...answeredMeanwhile)).toBeGreaterThan(0);
  await api.makeLinks(['after-the-deaths']);
  expect(await settledFaults({ api, ledger }, plan.slugs)).toEqual([]);
});
