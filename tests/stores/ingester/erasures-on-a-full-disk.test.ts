// A ClickHouse that cannot change a table, as with a full disk, retries a mutation forever. The eraser does not request
// the same mutation again meanwhile.

import { singleShard } from '@kurz/click-tables';
import { makeMemoryLiveClicks } from '@kurz/live-clicks';
import { makeMetrics, silentLog } from '@kurz/process';
import { makeErasedLinks } from '../../../services/ingester/src/erase/erased-links';
import { makeEraser } from '../../../services/ingester/src/erase/eraser';
import { makeIngesterMetrics } from '../../../services/ingester/src/metrics/ingester-metrics';
import { until } from '../../until';
import { openBench, type Bench } from './bench';
import { countsIn, rowsOf } from './counts';
import { mixedVisits } from './visits';

let bench: Bench;
beforeAll(async () => (bench = await openBench()));
afterAll(() => bench.close());

/** The unfinished mutations of all tables. */
const waiting = () =>
  rowsOf<{ table: string; reason: string }>(
    bench,
    `SELECT table, latest_fail_reason AS reason FROM system.mutations WHERE database = 'kurz' AND NOT is_done`,
  );

test('Rounds of erasures leave no changes of the tables behind while those cannot be done', async () => {
  await bench.reset();
  await bench.addLinks(['lnk_a']);
  await bench.write(mixedVisits(20, ['lnk_a']));
  await (await bench.start()).caughtUp();
  await bench.reopenJournal();
  const { client } = bench.clickHouse;
  await client.command({
    query: `ALTER TABLE kurz.clicks_daily DELETE WHERE throwIf(day > '2000-01-01') = 1 SETTINGS mutations_sync = 0`,
  });
  await until(async () => (await waiting()).some(({ reason }) => reason !== ''));
  const { db } = bench.database;
  await db.insertInto('erasures').values({ link_id: 'lnk_a', workspace_id: 'ws_1' }).execute();
  const erase = makeEraser({
    db,
    shards: singleShard(bench.clickHouse),
    liveClicks: makeMemoryLiveClicks(),
    erased: makeErasedLinks({ db, log: silentLog }),
    metrics: makeIngesterMetrics(makeMetrics()),
    ends: () => Promise.resolve({ 0: 1 }),
    haveAllCounted: () => true,
  });
  for (let round = 0; round < 3; round++)
    await expect(erase()).rejects.toThrow('a change of clicks_daily cannot be done');
  expect(await waiting()).toHaveLength(1);
  await client.command({ query: `KILL MUTATION WHERE database = 'kurz' SYNC` });
  await erase();
  expect(await countsIn(bench)).toMatchObject({ hourly: 0, daily: {}, by: {} });
  const { closed_at } = await db.selectFrom('erasures').selectAll().executeTakeFirstOrThrow();
  expect(closed_at).not.toBeNull();
});
