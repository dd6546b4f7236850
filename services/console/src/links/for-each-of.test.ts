import { forEachOf } from './for-each-of';

test('each item has its outcome, whatever becomes of the others, and only a few run at once', async () => {
  let running = 0;
  let most = 0;
  const outcomes: [number, unknown][] = [];
  const items = Array.from({ length: 20 }, (_, index) => index);
  await forEachOf(
    items,
    async (item) => {
      most = Math.max(most, ++running);
      await Promise.resolve();
      running--;
      if (item % 3 === 0) throw new Error(String(item));
    },
    (item, error) => outcomes.push([item, error]),
  );
  expect(outcomes.map(([item]) => item).sort((a, b) => a - b)).toEqual(items);
  expect(outcomes.every(([item, error]) => (error !== undefined) === (item % 3 === 0))).toBe(true);
  expect(most).toBe(4);
});
