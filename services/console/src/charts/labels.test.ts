import { distinctIndexes, labelledIndexes, shortened, spread } from './labels';

test('names of lines that end at one height are moved apart, and none below the axis', () => {
  expect(spread([100, 100, 20], 17, 100, 0)).toEqual([100, 83, 20]);
  expect(spread([90, 95, 100], 10, 100, 0)).toEqual([80, 90, 100]);
});

test('names of lines that end at the top of the drawing stay in it', () => {
  expect(spread([12, 12, 232], 17, 232, 12)).toEqual([29, 12, 232]);
  expect(spread([12, 12, 12], 17, 232, 12)).toEqual([46, 29, 12]);
});

test('of some more days than a year no month is named twice', () => {
  const monthOf = (last: number, index: number) =>
    new Date(Date.UTC(2026, 10, 29 + index - last)).toISOString().slice(0, 7);
  for (let count = 367; count < 800; count += 1) {
    for (const width of [280, 998]) {
      const indexes = distinctIndexes(count, width, 72, (index) => monthOf(count - 1, index));
      const months = indexes.map((index) => monthOf(count - 1, index));
      expect([count, new Set(months).size]).toEqual([count, months.length]);
      expect(indexes.at(-1)).toBe(count - 1);
    }
  }
});

test('one day, and days of one name, have one label', () => {
  expect(distinctIndexes(1, 300, 72, () => 'today')).toEqual([0]);
  expect(distinctIndexes(30, 998, 72, () => 'Nov 2026')).toEqual([29]);
});

test('the last day always has its label', () => {
  for (const count of [1, 7, 30, 90, 730]) {
    const indexes = labelledIndexes(count, 300, 60);
    expect(indexes.at(-1)).toBe(count - 1);
    expect(indexes.length).toBeLessThanOrEqual(Math.max(1, 300 / 60) + 1);
  }
});

test('a long name keeps both its ends', () => {
  expect(shortened('news.example', 20)).toBe('news.example');
  expect(shortened('newsletter.marketing.example', 11)).toBe('newsl…ample');
});
