import { csvOf, largestOf, totalsOf, type ChartData } from './chart-data';

const data: ChartData = {
  head: 'Referrer',
  columns: ['humans', 'bots'],
  rows: [
    { key: 'a.example', name: 'A', values: [3, 9] },
    { key: '=SUM(A1), "x"', name: 'B', values: [4, 0] },
  ],
};

test('CSV quotes what needs it, and no cell is a formula', () => {
  expect(csvOf(data)).toBe('Referrer,humans,bots\r\na.example,3,9\r\n"\'=SUM(A1), ""x""",4,0\r\n');
});

test('sums and the largest value go by column', () => {
  expect(totalsOf(data)).toEqual([7, 9]);
  expect(largestOf(data, 1)).toBe(4);
  expect(largestOf(data, 2)).toBe(9);
  expect(largestOf({ ...data, rows: [] }, 2)).toBe(0);
});
