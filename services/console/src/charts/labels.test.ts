import { labelledIndexes, shortened, spread } from './labels';

test('names of lines that end at one height are moved apart, and none below the axis', () => {
  expect(spread([100, 100, 20], 17, 100)).toEqual([100, 83, 20]);
  expect(spread([90, 95, 100], 10, 100)).toEqual([80, 90, 100]);
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
