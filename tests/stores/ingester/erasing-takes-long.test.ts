// A round of erasures may take longer than PostgreSQL's idle timeout of a transaction, as with a slow ClickHouse.

import type { Database, Db } from '@kurz/database';
import { makeMetrics, silentLog } from '@kurz/process';
import { sql } from 'kysely';
import { makeEraseUnderLock } from '../../../services/ingester/src/erase/erase-under-lock';
import { makeErasedLinks } from '../../../services/ingester/src/erase/erased-links';
import { makeIngesterMetrics } from '../../../services/ingester/src/metrics/ingester-metrics';
import { openLenientDatabase } from '../../fixture-database';
import { until } from '../../until';

const MAX_IDLE_MS = 12_000;

let database: Database;
let db: Db;
beforeAll(async () => {
  database = await openLenientDatabase();
  ({ db } = database);
});
afterAll(() => database.close());

/** The time of the lock holder's last query; undefined when nobody holds the lock. */
async function heardOfHolder(): Promise<number | undefined> {
  const { rows } = await sql<{ at: Date }>`
    SELECT query_start AS at FROM pg_stat_activity JOIN pg_locks USING (pid)
    WHERE locktype = 'advisory' AND granted AND datname = current_database()`.execute(db);
  return rows[0]?.at.getTime();
}

const roundOf = (erase: () => Promise<void>, metrics = makeIngesterMetrics(makeMetrics())) =>
  makeEraseUnderLock(
    { ...{ db, erase, shards: 1, metrics }, erased: makeErasedLinks({ db, log: silentLog }) },
    { maxIdleMs: MAX_IDLE_MS },
  );

test('The one that erases keeps the lock for as long as it works, and the round ends well', async () => {
  await db.insertInto('erasures').values({ link_id: 'lnk_a', workspace_id: 'ws_1' }).execute();
  const heard: (number | undefined)[] = [];
  const others = jest.fn(() => Promise.resolve());
  await roundOf(async () => {
    const begun = await heardOfHolder();
    await until(async () => (heard[0] = await heardOfHolder()) !== begun);
    await roundOf(others)();
  })();
  expect(heard[0]).toBeDefined();
  expect(others).not.toHaveBeenCalled();
});
