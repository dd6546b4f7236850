// A PostgreSQL that was restored to a moment before workspaces moved plans their moves again. The counts on the shard
// to which they had moved are not a copy, and are not removed.

import { openMoves, WORKSPACE, type MovesBench } from './open-moves';

let bench: MovesBench;
beforeAll(async () => (bench = await openMoves()));
afterAll(() => bench.close());
beforeEach(() => bench.reset());

test.each(['planned', 'copying'] as const)(
  'a move that is %s again leaves counts that its old shard lacks, and says so',
  async (state) => {
    const { fresh, fill, planMove, stepOf, requestsIn, logged } = bench;
    await fill(fresh, 10);
    await planMove(state);
    expect(await stepOf()).toBe('waiting');
    expect(await requestsIn(fresh)).toBe(40);
    expect(logged).toEqual([
      expect.objectContaining({ event: 'workspace_move_refused', workspaceId: WORKSPACE, from: 1, to: 2 }),
    ]);
    // this move rests, so that the others go on
    expect(await stepOf()).toBe('nothing');
  },
);

test('the days of a compaction, which one shard has twice until it is settled, are not taken for such counts', async () => {
  const { db, fresh, fill, planMove, stepOf, requestsIn, logged } = bench;
  await fill(fresh, 10);
  const compaction = {
    shard: 0,
    days: '{2026-03-01}',
    positions: '{}',
    state: 'written',
    write_before: new Date(),
  } as const;
  await db.insertInto('compactions').values(compaction).execute();
  await planMove('planned');
  expect(await stepOf()).toBe('waiting');
  expect(await requestsIn(fresh)).toBe(40);
  expect(logged).toEqual([]);
  await db.deleteFrom('compactions').execute();
});

test('rows of an earlier stay, which the old shard counts as well, are removed before it begins', async () => {
  const { old, fresh, fill, planMove, stepOf, requestsIn, logged } = bench;
  await fill(old, 10);
  await fill(fresh, 3);
  await planMove('planned');
  expect(await stepOf()).toBe('waiting');
  expect([await requestsIn(old), await requestsIn(fresh)]).toEqual([40, 0]);
  expect(logged).toEqual([]);
});
