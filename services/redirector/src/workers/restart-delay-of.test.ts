import { restartDelayOf } from './restart-delay-of';

test('The first replacement comes almost at once, later ones ever more rarely, but they come', () => {
  expect([0, 1, 2, 5, 6, 100].map(restartDelayOf)).toEqual([100, 200, 400, 3_200, 5_000, 5_000]);
});
