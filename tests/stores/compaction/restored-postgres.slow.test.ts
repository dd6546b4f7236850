// PostgreSQL is restored to a moment before a compaction, as docs/operating.md says. The rows of that compaction in
// ClickHouse stay counted when the days are compacted again.

import { silentLog } from '@kurz/process';
import { sql } from 'kysely';
import { makeCompactor } from '../../../services/ingester/src/compact/make-compactor';
import { readText } from '../../deploy/deploy-files';
import { countPlans, countTwoDays, NOW, startCompaction, type CompactionStores } from './start-compaction';

const LINK = 'lnk_a';
const DAY = '2026-03-01';
const SETTINGS = {
  ...{ graceMs: 0, writeWithinMs: 600_000, writeMs: 0 },
  ...{ minRows: 10, busyLinkRows: 15, maxDays: 31 },
};

const [, inPostgres = ''] =
  /\*\*PostgreSQL restored to an earlier moment\*\*.*?```sql\n(.*?)```/s.exec(
    readText('docs/operating.md'),
  ) ?? [];

let stores: CompactionStores;
beforeAll(async () => (stores = await startCompaction()));
afterAll(() => stores.close());
beforeEach(() => stores.reset());

async function compactAll(): Promise<void> {
  const compact = makeCompactor({ ...stores, clock: { now: () => NOW }, log: silentLog }, SETTINGS);
  for (;;) {
    if ((await compact()) === 'nothing') return;
    await stores.ripen();
  }
}

/** Twenty batches of one visit each on the day. */
const countTwenty = (from: number) =>
  countPlans(stores, LINK, [from, from + 19], [{ at: `${DAY}T12`, requests: 1 }]);
const requestsOfDay = async () => (await stores.seen(LINK)).requests[DAY];

test('days that were compacted after the backup are compacted again without a loss', async () => {
  const { db } = stores;
  await countTwoDays(stores, LINK);
  await compactAll();
  const generation = sql`pg_get_serial_sequence('compactions', 'generation')`;
  const known = await db.selectFrom('compactions').select('generation').executeTakeFirstOrThrow();
  await countTwenty(50);
  await compactAll();
  expect(await stores.rowsOf(LINK, DAY)).toBe(1);

  await db.deleteFrom('compactions').where('generation', '>', known.generation).execute();
  await sql`SELECT setval(${generation}, ${known.generation})`.execute(db);
  await sql.raw(inPostgres).execute(db);
  expect(await requestsOfDay()).toBe(120);
  await countTwenty(80);
  await compactAll();
  expect(await requestsOfDay()).toBe(140);
  expect(await stores.rowsOf(LINK, DAY)).toBe(1);
});
