// Attempts to write a compaction that fail, for example because a day takes too long. Each is followed by another, and
// none leaves rows for good.

import { COMPACTED_PARTITION, type ClickHouse } from '@kurz/click-tables';
import { silentLog } from '@kurz/process';
import { sql } from 'kysely';
import { COMPACTION_SETTINGS } from '../../../services/ingester/src/compact/compaction';
import { makeCompactor } from '../../../services/ingester/src/compact/make-compactor';
import { findCommittedPositions, openRound } from '../../../services/ingester/src/compact/open-compaction';
import { until } from '../../until';
import { countTwoDays, NOW, startCompaction, type CompactionStores } from './start-compaction';

const LINK = 'lnk_a';
const SETTINGS = { ...COMPACTION_SETTINGS, graceMs: 0, minRows: 10, busyLinkRows: 15 };
const TABLES = ['clicks_daily', 'clicks_daily_by'];

let stores: CompactionStores;
beforeAll(async () => (stores = await startCompaction()));
afterAll(() => stores.close());
beforeEach(() => stores.reset());

/** A compactor that is cut off after `inserts` INSERT statements. */
function compactorWith(inserts = Infinity) {
  const { clickHouse } = stores;
  const client = Object.create(clickHouse.client) as ClickHouse['client'];
  let written = 0;
  client.command = (parameters) =>
    parameters.query.includes('INSERT INTO') && ++written > inserts
      ? Promise.reject(new Error('cut off'))
      : clickHouse.client.command(parameters);
  const clickHouses = [{ ...clickHouse, client }] as const;
  return makeCompactor({ ...stores, clickHouses, clock: { now: () => NOW }, log: silentLog }, SETTINGS);
}

/** The number of attempts whose rows each table holds. */
const attempts = () =>
  Promise.all(
    TABLES.map(async (table) => {
      const answer = await stores.clickHouse.client.query({
        query: `SELECT uniqExact(plan_from) AS n FROM ${stores.clickHouse.database}.${table}
          WHERE stream_partition = ${COMPACTED_PARTITION}`,
        format: 'JSONEachRow',
      });
      return (await answer.json<{ n: number }>())[0]?.n;
    }),
  );

test('an attempt takes away what those before it have left, and counts what they would have', async () => {
  await countTwoDays(stores, LINK);
  const before = await stores.seen(LINK);
  expect(await compactorWith()()).toBe('planned');
  for (let attempt = 0; attempt < 3; attempt++) {
    // cut off when both tables have the first of two days
    await expect(compactorWith(2)()).rejects.toThrow('cut off');
    expect(await attempts()).toEqual([1, 1]);
    expect(await stores.seen(LINK)).toEqual(before);
  }
  expect(await compactorWith()()).toBe('written');
  expect(await attempts()).toEqual([1, 1]);
  expect(await stores.seen(LINK)).toEqual(before);
});

test('a round that waited while attempts were repeated counts what the last of them has written', async () => {
  await countTwoDays(stores, LINK);
  const before = await stores.seen(LINK);
  expect(await compactorWith()()).toBe('planned');
  const positions = await findCommittedPositions(stores.db);
  expect(await openRound(stores.db, { days: ['2026-03-01'], positions, shards: 1, ready: [] })).toBe(true);
  for (let attempt = 0; attempt < 2; attempt++) await expect(compactorWith(2)()).rejects.toThrow('cut off');
  for (const step of ['written', 'settled', 'planned', 'written', 'settled', 'nothing']) {
    expect(await compactorWith()()).toBe(step);
    expect([step, await stores.seen(LINK)]).toEqual([step, before]);
    await stores.ripen();
  }
  expect(await stores.rowsOf(LINK, '2026-03-01')).toBe(1);
});

test('nothing is removed again while the last removal cannot be done', async () => {
  await countTwoDays(stores, LINK);
  expect(await compactorWith()()).toBe('planned');
  await expect(compactorWith(2)()).rejects.toThrow('cut off');
  const { client, database } = stores.clickHouse;
  const table = `${database}.clicks_daily`;
  const fails = `ALTER TABLE ${table} DELETE WHERE throwIf(day > '2000-01-01') = 1 SETTINGS mutations_sync = 0`;
  await client.command({ query: fails });
  const failing = async () => {
    const answer = await client.query({
      query: `SELECT count() AS n FROM system.mutations
        WHERE database = '${database}' AND NOT is_done AND latest_fail_reason != ''`,
      format: 'JSONEachRow',
    });
    return (await answer.json<{ n: number }>())[0]?.n;
  };
  await until(async () => (await failing()) === 1);
  for (let attempt = 0; attempt < 3; attempt++)
    await expect(compactorWith()()).rejects.toThrow('a change of clicks_daily');
  expect(await failing()).toBe(1);
  await client.command({ query: `KILL MUTATION WHERE database = '${database}' SYNC` });
  expect(await compactorWith()()).toBe('written');
});

/** A compactor, and the deadlines of each writing statement when it begins, ms. `onBegun` is called then. */
function watchedCompactor(onBegun: (statement: number) => Promise<void>) {
  const { clickHouse, db } = stores;
  const client = Object.create(clickHouse.client) as ClickHouse['client'];
  const times: { writeBefore: number; claimedUntil: number }[] = [];
  client.command = async (parameters) => {
    if (parameters.query.includes('INSERT INTO')) {
      const row = await db.selectFrom('compactions').select('claimed_until').executeTakeFirstOrThrow();
      times.push({
        writeBefore: Number(parameters.query_params?.['writeBefore']),
        claimedUntil: row.claimed_until.getTime(),
      });
      await onBegun(times.length);
    }
    return clickHouse.client.command(parameters);
  };
  const clickHouses = [{ ...clickHouse, client }] as const;
  const deps = { ...stores, clickHouses, clock: { now: () => NOW }, log: silentLog };
  return { compact: makeCompactor(deps, SETTINGS), times };
}

test('each statement has the whole time, and nobody else begins meanwhile, however many days there are', async () => {
  await countTwoDays(stores, LINK);
  // PostgreSQL's clock advances before the next statement begins
  const { compact, times } = watchedCompactor(() => new Promise((resolve) => setTimeout(resolve, 20)));
  expect(await compact()).toBe('planned');
  expect(await compact()).toBe('written');
  expect(times).toHaveLength(4);
  for (const name of ['writeBefore', 'claimedUntil'] as const) {
    const each = times.map((one) => one[name]);
    expect(each).toEqual([...new Set(each)].sort((a, b) => a - b));
  }
});

test('an attempt that another has followed ends, and leaves the compaction to that one', async () => {
  await countTwoDays(stores, LINK);
  const { compact, times } = watchedCompactor(async (statement) => {
    if (statement !== 2) return;
    await sql`UPDATE compactions SET attempt = attempt + 1, claimed_until = now() + interval '1 hour'`.execute(
      stores.db,
    );
  });
  expect(await compact()).toBe('planned');
  expect(await compact()).toBe('waiting');
  expect(times).toHaveLength(2);
  // the other attempt still claims the compaction
  expect(await compactorWith()()).toBe('waiting');
  expect(times).toHaveLength(2);
});
