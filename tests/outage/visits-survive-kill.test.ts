// The promise that an answered redirect is counted exactly once, tested with kill -9 at random moments. A start here
// always finds more visits than before; batch-survives-every-syscall tests that a planned batch is formed again.

import { readdirSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  newDataFolder,
  removeDataFolder,
  spawnBuilt,
  startStandalone,
  type RunningStandalone,
} from '../flow/start-standalone';
import { textIfThere } from '../text-if-there';
import { until } from '../until';
import { HIGH_LIMIT_PLANS } from '../high-limit-plans';
import { makeApiClient } from './api-client';
import { IS_STARVED, killsOf } from './long-tests';
import { seededRandom } from './seeded-random';
import { settledFaults } from './settled-faults';
import { makeVisitLedger } from './visit-ledger';
import { makeVisitPlan } from './visit-plan';
import { startVisitors } from './visitors';

/** Kills at random moments, which differ between runs. */
const KILLS = killsOf(40, 12);
const CONNECTIONS = 12;
/** Keeps the load at about a thousand visits per second, so that the restarted product gets CPU time. */
const REST_MS = 10;
/** On average one restart in so many is killed before it is ready, and repeated. */
const STARTS_KILLED = 4;

/** Segments are closed and removed all the time. */
const SETTINGS = { ...HIGH_LIMIT_PLANS, KURZ_JOURNAL_ROLL_MS: '1000' };

const random = seededRandom();
const dataDirectory = newDataFolder();
let kurz: RunningStandalone | undefined;

afterAll(async () => {
  if (kurz && kurz.process.exitCode === null) await kurz.kill();
  await removeDataFolder(dataDirectory);
});

/** Starts the product and kills it before or shortly after it is ready. */
async function killWhileStarting(port: number): Promise<void> {
  const settings = { ...SETTINGS, KURZ_PORT: String(port), KURZ_DATA_DIR: dataDirectory };
  const { child, finished } = spawnBuilt('product', [], settings);
  await sleep(random.between(300, 2_500));
  child.kill('SIGKILL');
  await finished;
}

test('every redirect answered is counted once, in every figure of its link, however often it is killed', async () => {
  kurz = await startStandalone({ dataDirectory, environment: SETTINGS });
  const { port, token } = kurz;
  const ledger = makeVisitLedger();
  const plan = makeVisitPlan(random, { tagged: IS_STARVED ? 160 : 32, plain: 4 });
  await makeApiClient(kurz).makeLinks(plan.slugs);

  let startsKilled = 0;
  const visitors = startVisitors(
    { ledger, next: plan.next },
    { port, connections: CONNECTIONS, mayBeStarting: true, restMs: REST_MS },
  );
  try {
    for (let kill = 0; kill < KILLS; kill++) {
      await sleep(random.between(100, 1_200));
      await kurz.kill();
      if (random.between(1, STARTS_KILLED) === 1) {
        await killWhileStarting(port);
        startsKilled++;
      }
      kurz = await startStandalone({ port, dataDirectory, environment: SETTINGS });
    }
  } finally {
    await visitors.stop();
  }

  const { answered, unknown } = ledger.totals();
  console.log(
    `seed ${random.seed}: ${KILLS} kills under load, ${startsKilled} of starts, ${answered} answered, ${unknown} unknown`,
  );
  expect(ledger.wrongs()).toEqual([]);
  // each life was under load when it ended
  expect(answered).toBeGreaterThan(KILLS * 50);
  expect(unknown).toBeGreaterThan(KILLS);
  expect(await settledFaults({ api: makeApiClient({ ...kurz, token }), ledger }, plan.slugs)).toEqual([]);

  // the sums are not only in memory: the next process reads the same from the stores
  kurz = await kurz.restart({ environment: SETTINGS });
  expect(await settledFaults({ api: makeApiClient({ ...kurz, token }), ledger }, plan.slugs)).toEqual([]);

  // no more visits come, and counted segments are removed all the same
  const journal = path.join(dataDirectory, 'journal');
  const segments = () => readdirSync(journal).filter((name) => name.endsWith('.journal'));
  await until(() => segments().every((name) => textIfThere(path.join(journal, name)) === ''), {
    what: 'the journal holds no visit',
  });
  expect(segments()).toHaveLength(1);
});
