// Which compaction a shard begins, and what it waits for.

import type { Database } from '@kurz/database';
import { sql } from 'kysely';
import { beginNext, openRound } from '../../../services/ingester/src/compact/open-compaction';
import { openLenientDatabase } from '../../fixture-database';

let database: Database;
beforeAll(async () => (database = await openLenientDatabase()));
afterAll(() => database.close());
beforeEach(async () => {
  await sql`TRUNCATE compactions, shard_moves, missed_ranges`.execute(database.db);
});

const round = (ready: number[], { day = '2026-03-01', position = 100 } = {}) =>
  openRound(database.db, { days: [day], positions: { 4: position }, shards: 3, ready });

async function states(): Promise<string[]> {
  const { rows } = await sql<{ said: string }>`
    SELECT concat_ws(' ', shard, days[1], state) AS said FROM compactions ORDER BY shard, round`.execute(
    database.db,
  );
  return rows.map(({ said }) => said);
}

const settle = (shard: number) =>
  sql`UPDATE compactions SET state = 'settled' WHERE shard = ${shard} AND state = 'planned'`.execute(
    database.db,
  );

const miss = (shard: number, [from, filled]: [number, number]) =>
  sql`
    INSERT INTO missed_ranges (shard, stream_partition, from_position, to_position, is_whole, filled, consolidated_until)
    VALUES (${shard}, 4, ${from}, 500, false, ${filled}, now())`.execute(database.db);

it('shards that are ready begin, the others do each round in its turn', async () => {
  expect(await round([0, 2])).toBe(true);
  expect(await states()).toEqual(['0 2026-03-01 planned', '1 2026-03-01 awaited', '2 2026-03-01 planned']);
  expect(await beginNext(database.db, 0)).toBe('open');
  await settle(0);
  // shard 2 still has a compaction to do
  expect(await round([0, 2], { day: '2026-03-02' })).toBe(false);
  await settle(2);
  expect(await round([0, 2], { day: '2026-03-02' })).toBe(true);
  expect(await beginNext(database.db, 1)).toBe('begun');
  expect(await states()).toEqual([
    '0 2026-03-01 settled',
    '0 2026-03-02 planned',
    '1 2026-03-01 planned',
    '1 2026-03-02 awaited',
    '2 2026-03-01 settled',
    '2 2026-03-02 planned',
  ]);
  await settle(1);
  expect([await beginNext(database.db, 1), await beginNext(database.db, 1)]).toEqual(['begun', 'open']);
  await settle(1);
  expect(await beginNext(database.db, 1)).toBe('none');
});

it('rows of a compaction have a higher number than those of all attempts before it', async () => {
  await round([0]);
  await round([], { day: '2026-03-02' });
  const numbers = sql`pg_get_serial_sequence('compactions', 'generation')`;
  const { rows } = await sql<{ attempt: number }>`
    UPDATE compactions SET attempt = nextval(${numbers}) WHERE state = 'planned' RETURNING attempt`.execute(
    database.db,
  );
  await settle(0);
  expect(await beginNext(database.db, 0)).toBe('begun');
  const open = database.db.selectFrom('compactions').select('generation').where('state', '=', 'planned');
  const { generation } = await open.executeTakeFirstOrThrow();
  expect(generation).toBeGreaterThan(rows[0]?.attempt ?? Infinity);
});

it('a shard begins when it has all visits that are to be replaced', async () => {
  await miss(0, [60, 60]);
  await miss(1, [60, 99]);
  await miss(2, [100, 100]);
  expect(await round([0, 1, 2])).toBe(true);
  expect(await states()).toEqual(['0 2026-03-01 awaited', '1 2026-03-01 awaited', '2 2026-03-01 planned']);
  expect(await beginNext(database.db, 1)).toBe('behind');
  await sql`UPDATE missed_ranges SET filled = 100 WHERE shard = 1`.execute(database.db);
  expect([await beginNext(database.db, 0), await beginNext(database.db, 1)]).toEqual(['behind', 'begun']);
});

it.each([
  ['copied from it or to it', 'copying', 'awaited'],
  ['removed from it', 'removing', 'planned'],
])('a shard begins nothing while rows are %s', async (_what, state, ofTarget) => {
  const { db } = database;
  await db
    .insertInto('users')
    .values({ id: `usr_${state}`, email: `${state}@example.com` })
    .execute();
  const workspace = { id: `ws_${state}`, name: state, owner_id: `usr_${state}`, plan: 'team' } as const;
  await db.insertInto('workspaces').values(workspace).execute();
  await sql`
    INSERT INTO shard_moves (workspace_id, from_shard, to_shard, state) VALUES (${workspace.id}, 0, 1, ${state})`.execute(
    db,
  );
  expect(await round([0, 1, 2])).toBe(true);
  expect(await states()).toEqual([
    '0 2026-03-01 awaited',
    `1 2026-03-01 ${ofTarget}`,
    '2 2026-03-01 planned',
  ]);
  expect(await beginNext(db, 0)).toBe('behind');
  await sql`UPDATE shard_moves SET state = 'done'`.execute(db);
  expect(await beginNext(db, 0)).toBe('begun');
});
