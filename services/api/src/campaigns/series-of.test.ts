import { seriesOf } from './series-of';

test('the series of a campaign has the days of all its parts, ascending, each once', () => {
  const parts = [
    [
      { date: '2026-03-02', human: 1 },
      { date: '2026-02-28', human: 2 },
    ],
    [],
    [
      { date: '2026-03-02', human: 3 },
      { date: '2026-03-01', human: 4 },
    ],
  ];
  expect(seriesOf(parts)).toEqual([
    { date: '2026-02-28', human: 2 },
    { date: '2026-03-01', human: 4 },
    { date: '2026-03-02', human: 4 },
  ]);
  expect(seriesOf([])).toEqual([]);
});
