// A ClickHouse is restored from a backup as docs/operating.md says, and days were compacted since the backup began. The
// restore makes no compaction lose or repeat counts.

import type { ClickHouse } from '@kurz/click-tables';
import { silentLog } from '@kurz/process';
import { sql } from 'kysely';
import { COMPACTION_SETTINGS } from '../../../services/ingester/src/compact/compaction';
import { makeCompactor } from '../../../services/ingester/src/compact/make-compactor';
import { readText } from '../../deploy/deploy-files';
import { countPlans, countTwoDays, NOW, startCompaction, type CompactionStores } from './start-compaction';

const LINK = 'lnk_a';
const DAY = '2026-03-01';
const SETTINGS = { ...COMPACTION_SETTINGS, graceMs: 0, minRows: 10, busyLinkRows: 15 };

const [, inPostgres = ''] =
  /\*\*ClickHouse restored\*\*.*?```sql\n(.*?)```/s.exec(readText('docs/operating.md')) ?? [];

const WHEN_IT_BEGAN = /'[^']*' AS backup; -- when the backup began/;

let stores: CompactionStores;
beforeAll(async () => (stores = await startCompaction()));
afterAll(() => stores.close());
beforeEach(() => stores.reset());

const inDatabase = (text: string) => sql.raw(text).execute(stores.db);

const compactorOn = (clickHouse: ClickHouse, settings = SETTINGS) =>
  makeCompactor(
    { ...stores, clickHouses: [clickHouse], clock: { now: () => NOW }, log: silentLog },
    settings,
  );

async function compactAll(): Promise<void> {
  const compact = compactorOn(stores.clickHouse);
  for (;;) {
    if ((await compact()) === 'nothing') return;
    await ripen();
  }
}

/** Ends the time in which the rows of a written compaction may be written. */
const ripen = () =>
  inDatabase("UPDATE compactions SET write_before = now() - interval '1 hour' WHERE state = 'written'");

/** Takes a step that is cut off after its `last` statements of the kind. */
async function cutOff(kind: 'INSERT INTO' | 'DELETE WHERE', last: number): Promise<void> {
  const { clickHouse } = stores;
  const client = Object.create(clickHouse.client) as ClickHouse['client'];
  let done = 0;
  client.command = (parameters) =>
    parameters.query.includes(kind) && ++done > last
      ? Promise.reject(new Error('cut off'))
      : clickHouse.client.command(parameters);
  await expect(compactorOn({ ...clickHouse, client })()).rejects.toThrow('cut off');
}

/** Backs the tables up. Resolves with a function that restores them and runs the guide's statements. */
async function backUp(shard = '0 AS shard'): Promise<() => Promise<void>> {
  const begun = new Date().toISOString();
  const restore = await stores.backUp();
  return async () => {
    await restore();
    const statements = inPostgres
      .replace('0 AS shard', shard)
      .replace(WHEN_IT_BEGAN, `'${begun}' AS backup;`);
    expect(statements).toContain(begun);
    await inDatabase(statements);
  };
}

const writtenLongAgo = () =>
  inDatabase("UPDATE compactions SET written_at = now() - interval '1 hour' WHERE state = 'written'");

test('the backup has what was written and a part of what it replaces', async () => {
  await countTwoDays(stores, LINK);
  const before = await stores.seen(LINK);
  const compact = compactorOn(stores.clickHouse);
  expect([await compact(), await compact()]).toEqual(['planned', 'written']);
  // written before the backup by more than clocks may differ
  await writtenLongAgo();
  await ripen();
  // the replaced rows are removed from one table only
  await cutOff('DELETE WHERE', 1);
  const restore = await backUp();
  await compactAll();
  await restore();
  await compactAll();
  expect(await stores.seen(LINK)).toEqual(before);
});

test('the backup has a part of what was written', async () => {
  await countTwoDays(stores, LINK);
  const before = await stores.seen(LINK);
  expect(await compactorOn(stores.clickHouse)()).toBe('planned');
  await cutOff('INSERT INTO', 1);
  const restore = await backUp();
  await compactAll();
  await restore();
  expect(await stores.seen(LINK)).toEqual(before);
  await compactAll();
  expect(await stores.seen(LINK)).toEqual(before);
});

test('what the backup has not is compacted again, also where no day has many rows', async () => {
  await countTwoDays(stores, LINK);
  const restore = await backUp();
  await compactAll();
  await countPlans(stores, LINK, [50, 69], [{ at: `${DAY}T12`, requests: 1 }]);
  await compactAll();
  await restore();
  const rare = compactorOn(stores.clickHouse, { ...SETTINGS, minRows: 1_000 });
  for (;;) {
    if ((await rare()) === 'nothing') break;
    await ripen();
  }
  // the batches since the backup are missing
  expect((await stores.seen(LINK)).requests[DAY]).toBe(100);
  expect(await stores.rowsOf(LINK, DAY)).toBe(1);
});

test.each(['written', 'settled'])(
  'a compaction that was %s awaits the visits that are counted again',
  async (state) => {
    await countTwoDays(stores, LINK);
    const restore = await backUp();
    const late = () => countPlans(stores, LINK, [50, 69], [{ at: `${DAY}T12`, requests: 1 }]);
    await late();
    const compact = compactorOn(stores.clickHouse);
    expect([await compact(), await compact()]).toEqual(['planned', 'written']);
    if (state === 'settled') await compactAll();
    expect((await stores.seen(LINK)).requests[DAY]).toBe(120);
    await restore();
    // as the guide says: counting continues where the backup ends
    await stores.setProgress(21);
    for (let step = 0; step < 4; step++) {
      await compact();
      await ripen();
    }
    await late();
    await compactAll();
    expect((await stores.seen(LINK)).requests[DAY]).toBe(120);
    expect(await stores.rowsOf(LINK, DAY)).toBe(1);
  },
);

test('a backup of before a compaction was written, without the words of the guide', async () => {
  await countTwoDays(stores, LINK);
  const before = await stores.seen(LINK);
  const restore = await stores.backUp();
  const compact = compactorOn(stores.clickHouse);
  expect([await compact(), await compact()]).toEqual(['planned', 'written']);
  await restore();
  await ripen();
  await compactAll();
  expect(await stores.seen(LINK)).toEqual(before);
});

test('of several ClickHouses the restored one alone does its rounds again, in their order', async () => {
  const { db } = stores;
  const positions = JSON.stringify({ 0: 21 });
  const add = (shard: number, round: number, [state, ago]: [string, string]) =>
    sql`
      INSERT INTO compactions (shard, round, days, positions, state, attempt, write_before, written_at, settled_at)
      VALUES (${shard}, ${round}, '{2026-03-01}', ${positions}::jsonb, ${state}, ${round}, now(),
        now() - ${ago}::interval, now() - ${ago}::interval)`.execute(db);
  for (const shard of [0, 1]) {
    await add(shard, 1, ['settled', '1 day']);
    await add(shard, 2, ['settled', '0 s']);
    await add(shard, 3, ['planned', '0 s']);
  }
  const restore = await backUp('1 AS shard');
  await restore();
  const { rows } = await sql<{ states: string }>`
    SELECT concat_ws(' ', shard, string_agg(state, ' ' ORDER BY round)) AS states
    FROM compactions GROUP BY shard ORDER BY shard`.execute(db);
  expect(rows.map(({ states }) => states)).toEqual([
    '0 settled settled planned',
    '1 settled planned awaited',
  ]);
});
