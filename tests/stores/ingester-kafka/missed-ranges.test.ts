// Missed ranges: the batches that passed over a shard. Each is in one range, also when two processes note it at once.

import { storedProgress, type Database } from '@kurz/database';
import { sql } from 'kysely';
import {
  beginFill,
  endFill,
  findMissedRanges,
  findBehind,
  noteMissed,
  removeFilled,
} from '../../../services/ingester/src/missed/missed-ranges';
import type { MissedRange } from '../../../services/ingester/src/missed/missed-range';
import { openLenientDatabase } from '../../fixture-database';

const SHARD = 1;
const PARTITION = 4;

let database: Database;
beforeAll(async () => {
  database = await openLenientDatabase();
});
afterAll(() => database.close());
beforeEach(async () => {
  const { db } = database;
  await sql`TRUNCATE missed_ranges, shard_moves, stream_progress`.execute(db);
  await db
    .insertInto('stream_progress')
    .values({ stream_partition: PARTITION, position: 100, consolidated_until: '2026-03-05T10:00:00Z' })
    .execute();
});

const miss = (from: number, to: number, isTouched = false) =>
  noteMissed(database.db, { shard: SHARD, partition: PARTITION, from, to, isTouched });

const ranges = async () =>
  (await findMissedRanges(database.db, PARTITION)).map(({ from, to, isWhole }) => [from, to, isWhole]);

async function only(): Promise<MissedRange> {
  const [range, another] = await findMissedRanges(database.db, PARTITION);
  if (!range || another) throw new Error('there is not one range');
  return range;
}

it('a range grows with the batches that follow it, each noted as often as it is tried', async () => {
  await miss(100, 110);
  await miss(110, 120);
  await miss(110, 120);
  await miss(110, 120, true);
  expect(await ranges()).toEqual([[100, 120, false]]);
  expect(await findBehind(database.db, PARTITION, 120)).toEqual([SHARD]);
  expect(await findBehind(database.db, PARTITION, 121)).toEqual([]);
  expect(await findBehind(database.db, PARTITION, 99)).toEqual([]);
});

it('a batch that the shard may have in part is a range of its own, before it and behind', async () => {
  await miss(100, 110);
  await miss(110, 120, true);
  await miss(120, 130);
  await miss(130, 140);
  expect(await ranges()).toEqual([
    [100, 110, false],
    [110, 120, true],
    [120, 140, false],
  ]);
});

it('a batch that two processes note at once is in one range', async () => {
  await miss(100, 110);
  for (let from = 110; from < 200; from += 10)
    await Promise.all([miss(from, from + 10), miss(from, from + 10, true), miss(from, from + 10)]);
  let end = 100;
  for (const [from, to] of await ranges()) {
    expect(from).toBe(end);
    end = Number(to);
  }
  expect(end).toBe(200);
});

it('nothing is noted of a batch that is committed', async () => {
  await expect(miss(99, 110)).rejects.toThrow('is committed');
  await miss(100, 110);
  expect(await ranges()).toEqual([[100, 110, false]]);
});

const OTHER = 2;
/** Moves, and the state of each and of its workspace's row after a batch has passed over `SHARD`. */
const MOVES = [
  { state: 'planned', from: OTHER, to: SHARD, becomes: 'planned', shards: [OTHER, null], cancelled: [] },
  {
    state: 'copying',
    from: OTHER,
    to: SHARD,
    becomes: 'planned',
    shards: [OTHER, null],
    cancelled: ['ws_1'],
  },
  {
    state: 'copying',
    from: SHARD,
    to: OTHER,
    becomes: 'planned',
    shards: [SHARD, null],
    cancelled: ['ws_1'],
  },
  {
    state: 'switched',
    from: OTHER,
    to: SHARD,
    becomes: 'planned',
    shards: [OTHER, null],
    cancelled: ['ws_1'],
  },
  { state: 'switched', from: SHARD, to: OTHER, becomes: 'switched', shards: [OTHER, null], cancelled: [] },
  { state: 'removing', from: OTHER, to: SHARD, becomes: 'removing', shards: [SHARD, null], cancelled: [] },
  { state: 'removing', from: SHARD, to: OTHER, becomes: 'removing', shards: [OTHER, null], cancelled: [] },
] as const;

type Move = { state: (typeof MOVES)[number]['state']; from: number; to: number };

/** Adds a move in that state, with the workspace's row that belongs to it. */
async function moveOf(workspaceId: string, { state, from, to }: Move): Promise<void> {
  const { db } = database;
  const [shard, left] = state === 'switched' || state === 'removing' ? [to, from] : [from, to];
  const other = state === 'copying' || state === 'switched' ? left : null;
  await sql`INSERT INTO users (id, email) VALUES ('usr_1', 'a@example.com') ON CONFLICT DO NOTHING`.execute(
    db,
  );
  await sql`
    INSERT INTO workspaces (id, name, owner_id, plan, shard, other_shard)
    VALUES (${workspaceId}, 'one', 'usr_1', 'pro', ${shard}, ${other})
    ON CONFLICT (id) DO UPDATE SET shard = excluded.shard, other_shard = excluded.other_shard`.execute(db);
  await db
    .insertInto('shard_moves')
    .values({ workspace_id: workspaceId, from_shard: from, to_shard: to, state, positions: null })
    .execute();
}

async function shardsOf(workspaceId: string) {
  const of = database.db.selectFrom('workspaces').select(['shard', 'other_shard']);
  const row = await of.where('id', '=', workspaceId).executeTakeFirstOrThrow();
  return [row.shard, row.other_shard];
}

it.each(MOVES)(
  'a move in the state $state from $from to $to lets batches pass shard 1 over',
  async ({ becomes, shards, cancelled, ...move }) => {
    const { db } = database;
    await moveOf('ws_1', move);
    expect(await miss(100, 110)).toEqual(cancelled);
    expect(await miss(110, 120)).toEqual([]);
    expect(await ranges()).toEqual([[100, 120, false]]);
    const { state } = await db.selectFrom('shard_moves').select('state').executeTakeFirstOrThrow();
    expect(state).toBe(becomes);
    expect(await shardsOf('ws_1')).toEqual(shards);
  },
);

it('a move that goes on without its old shard is not called off when its new one is away too', async () => {
  const { db } = database;
  await moveOf('ws_1', { state: 'switched', from: SHARD, to: OTHER });
  expect(await miss(100, 110)).toEqual([]);
  const missed = { shard: OTHER, partition: PARTITION, from: 100, to: 110, isTouched: false };
  expect(await noteMissed(db, missed)).toEqual([]);
  expect(await shardsOf('ws_1')).toEqual([OTHER, null]);
});

it('a range is filled batch by batch by one process, and goes when nothing was added meanwhile', async () => {
  const { db } = database;
  await miss(100, 110);
  const first = await only();
  await beginFill(db, first, 104);
  await expect(beginFill(db, first, 105)).rejects.toThrow('another process');
  await endFill(db, first, 104);
  await expect(endFill(db, first, 104)).rejects.toThrow('another process');
  const second = await only();
  expect(second).toMatchObject({ filled: 104, fillingTo: null });
  expect(await removeFilled(db, second)).toBe(false);
  await beginFill(db, second, 110);
  await endFill(db, second, 110);
  const filled = await only();
  await miss(110, 120);
  expect(await removeFilled(db, filled)).toBe(false);
  const extended = await only();
  await beginFill(db, extended, 120);
  await endFill(db, extended, 120);
  expect(await removeFilled(db, await only())).toBe(true);
  expect(await ranges()).toEqual([]);
});

it('readers of the shard take what is before its ranges, as complete as it was then; others take all', async () => {
  const { db } = database;
  const progress = async (shard?: number) => {
    const { rows } = await sql`
      SELECT position, consolidated_until AS until
      FROM ${storedProgress(shard === undefined ? undefined : sql<number>`${shard}::integer`)} AS p`.execute(
      db,
    );
    return rows;
  };
  await miss(100, 110, true);
  const [before, later] = [new Date('2026-03-05T10:00:00Z'), new Date('2026-03-05T11:00:00Z')];
  await db.updateTable('stream_progress').set({ position: 110, consolidated_until: later }).execute();
  await miss(110, 120);
  await db.updateTable('stream_progress').set({ position: 120 }).execute();
  const lacking = { position: 100, until: before };
  const whole = { position: 120, until: later };
  expect([await progress(SHARD), await progress(0), await progress()]).toEqual([
    [lacking],
    [whole],
    [lacking],
  ]);
  const [first] = await findMissedRanges(db, PARTITION);
  if (!first) throw new Error('there is no range');
  await beginFill(db, first, 110);
  await endFill(db, first, 110);
  await removeFilled(db, { ...first, filled: 110 });
  expect(await progress(SHARD)).toEqual([{ position: 110, until: later }]);
});
