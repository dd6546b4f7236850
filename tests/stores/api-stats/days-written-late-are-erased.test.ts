// A process that imports counts by day hangs while ClickHouse takes its rows, and PostgreSQL ends its transaction.
// Another process imports the counts, and a link is deleted. Its rows that the first process writes late are erased.

import { moveDays } from '@kurz/api';
import { insertRows, type ClickTable } from '@kurz/click-tables';
import { sql } from 'kysely';
import { deleteLinkRows } from '../../../services/api/src/links/delete-link-rows';
import { until } from '../../until';
import { startStats, WORKSPACE, type StatsWorld } from './start-stats';

const IMPORT = 'imp_late';

let world: StatsWorld;
beforeAll(async () => {
  world = await startStats();
});
afterAll(() => world.close());

/** Ends idle transactions, as PostgreSQL does after its idle timeout. */
async function endIdleTransactions() {
  const { db } = world;
  const idle = sql`
    SELECT pg_terminate_backend(pid) FROM pg_stat_activity
    WHERE datname = current_database() AND state = 'idle in transaction'`;
  await until(async () => (await idle.execute(db)).rows.length > 0);
  await until(async () => (await idle.execute(db)).rows.length === 0);
}

it('leaves the erasure of a deleted link open when its batch is lost', async () => {
  const { db, clickHouse } = world;
  const { id: linkId, slug } = await world.addLink();
  const { id: otherId } = await world.addLink();
  const job = { id: IMPORT, workspace_id: WORKSPACE, source: 'bitly', fingerprint: Buffer.from(IMPORT) };
  await db.insertInto('imports').values(job).execute();
  const links = [linkId, otherId];
  await db
    .insertInto('import_items')
    .values(links.map((id) => ({ import_id: IMPORT, link_id: id, version: 1 })))
    .execute();
  await db
    .insertInto('import_days')
    .values(links.map((id) => ({ import_id: IMPORT, link_id: id, day: '2026-02-01', clicks: 20 })))
    .execute();
  const running = { id: IMPORT, workspaceId: WORKSPACE, startedAt: new Date() };
  const write = (table: ClickTable, lines: Buffer) => insertRows(clickHouse, table, lines);

  const writeLate = async (table: ClickTable, lines: Buffer) => {
    if (table !== 'clicks_daily') return write(table, lines);
    await endIdleTransactions();
    expect(await moveDays({ db, source: 'bitly', writeClickRows: write }, running)).toBe(40);
    await db.transaction().execute((transaction) => deleteLinkRows(transaction, [{ id: linkId, slug }]));
    // as the eraser does when it has removed the link's rows
    await db
      .updateTable('erasures')
      .set({ closed_at: new Date(), cleared_shards: [0] })
      .execute();
    await write(table, lines);
  };
  await expect(moveDays({ db, source: 'bitly', writeClickRows: writeLate }, running)).rejects.toThrow();
  expect(
    await db.selectFrom('erasures').select(['link_id', 'closed_at', 'cleared_shards']).execute(),
  ).toEqual([{ link_id: linkId, closed_at: null, cleared_shards: [] }]);
  const hits = await db.selectFrom('link_hits').select('hits').where('link_id', 'in', links).execute();
  expect(hits).toEqual([{ hits: 20 }, { hits: 20 }]);
});
