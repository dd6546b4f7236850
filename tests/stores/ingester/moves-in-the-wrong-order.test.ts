// An ingester whose KURZ_CLICKHOUSE_URLS names the ClickHouses in another order than they were marked in takes no step
// of a move: it would remove rows from the shard to which they have moved.

import { openMoves, type MovesBench } from './open-moves';

let bench: MovesBench;
beforeAll(async () => (bench = await openMoves()));
afterAll(() => bench.close());
beforeEach(() => bench.reset());

test.each(['planned', 'copying', 'removing'] as const)('a move that is %s waits', async (state) => {
  const { old, fresh, fill, planMove, stepOf, requestsIn } = bench;
  const at = state === 'removing' ? fresh : old;
  await fill(at, 10);
  await planMove(state);
  await expect(stepOf([fresh, old])).rejects.toThrow('KURZ_CLICKHOUSE_URLS has place');
  expect([await requestsIn(old), await requestsIn(fresh)]).toEqual(state === 'removing' ? [0, 40] : [40, 0]);
});
