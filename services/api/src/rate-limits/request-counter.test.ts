import { makeMemoryCounter } from './request-counter';

test('keys beyond the most push out the one that was counted longest ago', async () => {
  const counter = makeMemoryCounter(60, { maxKeys: 3 });
  for (const key of ['a', 'b', 'c', 'a', 'd']) await counter.count(key);
  const counts = await Promise.all(['a', 'b', 'c', 'd'].map((key) => counter.look(key)));
  expect(counts.map(({ count }) => count)).toEqual([2, 0, 1, 1]);
});

test('what many keys hold in memory is bounded', async () => {
  const counter = makeMemoryCounter(3_600, { maxKeys: 100 });
  for (let key = 0; key < 1_000; key++) await counter.count(`key ${key}`);
  let kept = 0;
  for (let key = 0; key < 1_000; key++) kept += (await counter.look(`key ${key}`)).count;
  expect(kept).toBe(100);
});
