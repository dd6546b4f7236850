// The plans of `kurz shards`: which workspaces move to which shard, and when a shard takes one back.

import { openTestDatabase, type TestDatabase } from '@kurz/backends';
import { chooseShard, openDatabase, recordShardCount, rendezvousShard, type Database } from '@kurz/database';
import { findShardLines, planMove, planRebalance } from '../../../services/admin/src/shards/plan-moves';
import { makeFindShardNumber } from '../../../services/api/src/analytics/find-shard-number';
import { LENIENT_TIMEOUTS } from '../../fixture-database';

const IDS = Array.from({ length: 40 }, (_, n) => `ws_${n}`);
const toSecond = IDS.filter((id) => rendezvousShard(id, 2) === 1);
const [SOME = '', OTHER = ''] = toSecond;

let postgres: TestDatabase;
let database: Database;
beforeAll(async () => {
  postgres = await openTestDatabase();
  database = openDatabase({ ...postgres.options, ...LENIENT_TIMEOUTS });
  const { db } = database;
  await db.insertInto('users').values({ id: 'usr_1', email: 'a@example.com' }).execute();
  const rows = IDS.map((id) => ({ id, name: id, owner_id: 'usr_1', plan: 'free' as const }));
  await db.insertInto('workspaces').values(rows).execute();
});
afterAll(async () => {
  await database.close();
  await postgres.close();
});

it('moves to an added shard its share of the workspaces, and new ones go there too', async () => {
  const { db } = database;
  expect(await planMove(db, SOME, 1)).toEqual({ kind: 'no_such_shard', shards: 1 });
  expect(await chooseShard(db, SOME)).toBe(0);
  const dryRun = await planRebalance(db, { shards: 2, isDryRun: true });
  expect(dryRun).toMatchObject({ kind: 'planned', workspaces: IDS.length });
  expect((await findShardLines(db)).moves).toEqual([]);
  const planned = await planRebalance(db, { shards: 2, isDryRun: false });
  expect(planned.kind === 'planned' && planned.moves.map(({ workspaceId }) => workspaceId).sort()).toEqual(
    [...toSecond].sort(),
  );
  expect(await chooseShard(db, SOME)).toBe(1);
  const { shards } = await findShardLines(db);
  expect(shards).toEqual([
    { shard: 0, workspaces: IDS.length, arriving: 0, leaving: toSecond.length, lacks: 0 },
    { shard: 1, workspaces: 0, arriving: toSecond.length, leaving: 0, lacks: 0 },
  ]);
  // a repeated call plans nothing twice
  expect(await planRebalance(db, { shards: 2, isDryRun: false })).toMatchObject({ moves: [] });
});

it('is never of fewer shards than there are', async () => {
  expect(await recordShardCount(database.db, 1)).toEqual({ kind: 'fewer', known: 2 });
  expect(await planRebalance(database.db, { shards: 1, isDryRun: false })).toEqual({
    kind: 'fewer',
    known: 2,
  });
});

/** Time until the planned move of a workspace may begin, ms. */
async function msToRest(id: string): Promise<number> {
  const { not_before: notBefore } = await database.db
    .selectFrom('shard_moves')
    .select('not_before')
    .where('workspace_id', '=', id)
    .executeTakeFirstOrThrow();
  return notBefore.getTime() - Date.now();
}

it('brings a workspace back to a shard that it has left an hour later', async () => {
  const { db } = database;
  expect(await planMove(db, SOME, 1)).toEqual({ kind: 'moving' });
  await db.updateTable('shard_moves').set({ state: 'done', changed_at: new Date() }).execute();
  await db.updateTable('workspaces').set({ shard: 1 }).where('id', '=', SOME).execute();
  expect(await planMove(db, SOME, 1)).toEqual({ kind: 'is_there' });
  expect(await planMove(db, 'ws_none', 1)).toEqual({ kind: 'no_such_workspace' });
  expect((await planMove(db, SOME, 0)).kind).toBe('planned');
  expect(await msToRest(SOME)).toBeGreaterThan(3_500_000);
});

/** Ends the open move of a workspace, as ingesters do. */
async function arrive(id: string): Promise<void> {
  const { db } = database;
  const { to_shard: shard } = await db
    .updateTable('shard_moves')
    .set({ state: 'done', changed_at: new Date() })
    .where('workspace_id', '=', id)
    .returning('to_shard')
    .executeTakeFirstOrThrow();
  await db.updateTable('workspaces').set({ shard }).where('id', '=', id).execute();
}

it('brings none back earlier by way of another shard', async () => {
  const { db } = database;
  await recordShardCount(db, 3);
  await arrive(OTHER);
  expect((await planMove(db, OTHER, 2)).kind).toBe('planned');
  await arrive(OTHER);
  expect((await planMove(db, OTHER, 0)).kind).toBe('planned');
  expect(await msToRest(OTHER)).toBeGreaterThan(3_500_000);
});

it('is not where it is to stay while it is about to leave', async () => {
  // the open move goes from shard 2 to shard 0
  expect(await planMove(database.db, OTHER, 2)).toEqual({ kind: 'moving' });
  await arrive(OTHER);
  expect(await planMove(database.db, OTHER, 0)).toEqual({ kind: 'is_there' });
});

it('is seen by a process with the settings of before, which takes no other shard for the first', async () => {
  const findNumber = makeFindShardNumber(database, { addresses: 1 });
  expect(await findNumber(SOME)).toBe(1);
  expect(await findNumber(IDS.find((id) => id !== SOME) ?? '')).toBe(0);
});
