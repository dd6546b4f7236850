import { seriesOf } from './series-of';

test('the series of a campaign has the days with humans of all its parts together', () => {
  const days = ['2026-02-28', '2026-03-01', '2026-03-02', '2026-03-03'];
  const parts = [{ humansByDay: [2, 0, 1, 0] }, { humansByDay: [] }, { humansByDay: [0, 4, 3, 0] }];
  expect(seriesOf(days, parts)).toEqual([
    { date: '2026-02-28', human: 2 },
    { date: '2026-03-01', human: 4 },
    { date: '2026-03-02', human: 4 },
  ]);
  expect(seriesOf(days, [])).toEqual([]);
});
