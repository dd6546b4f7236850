import { setTimeout as sleep } from 'node:timers/promises';
import { makeRateLimitedBatcher } from './rate-limited-batcher';

const QUERIES = { atOnce: 10, perSecond: 40 };

function open(limits: { parallel: number; waiting: number }) {
  const queries: (readonly number[])[] = [];
  let held: Promise<void> = Promise.resolve();
  const reads = makeRateLimitedBatcher<number, string>(
    async (keys) => {
      queries.push(keys);
      await held;
      if (keys.includes(13)) throw new Error('unlucky');
      return keys.map(String);
    },
    { ...limits, ...QUERIES },
  );
  return { ...reads, queries, hold: (until: Promise<void>) => void (held = until) };
}

test('While a query is free each look-up leaves at once and alone', async () => {
  const { read, queries } = open({ parallel: 64, waiting: 100 });
  expect(await Promise.all([1, 2, 3].map(read))).toEqual(['1', '2', '3']);
  expect(queries).toEqual([[1], [2], [3]]);
});

test('However many ask, so many queries leave in a second, and everyone gets an answer', async () => {
  const { read, queries } = open({ parallel: 64, waiting: 1_000 });
  const begun = performance.now();
  const asked: Promise<string>[] = [];
  for (let key = 100; key < 3_100; key++) {
    asked.push(read(key));
    if (key % 10 === 0) await sleep(1);
  }
  expect(await Promise.all(asked)).toEqual(Array.from({ length: 3_000 }, (_, index) => String(index + 100)));
  const seconds = (performance.now() - begun) / 1_000;
  expect(queries.length).toBeLessThanOrEqual(QUERIES.atOnce + QUERIES.perSecond * seconds + 1);
  expect(queries.flat()).toHaveLength(3_000);
});

test('Who waits for a query under way leaves with the others who wait; beyond that it is full', async () => {
  const { read, isFull, queries, hold } = open({ parallel: 1, waiting: 3 });
  let goOn = () => {};
  hold(new Promise((resolve) => (goOn = resolve)));
  const first = read(1);
  const others = [2, 3, 4].map((key) => {
    expect(isFull()).toBe(false);
    return read(key);
  });
  expect(isFull()).toBe(true);
  goOn();
  expect(await Promise.all([first, ...others])).toEqual(['1', '2', '3', '4']);
  expect(queries).toEqual([[1], [2, 3, 4]]);
  expect(isFull()).toBe(false);
});

test('A query that fails fails for all it was for, and the next goes on', async () => {
  const { read } = open({ parallel: 1, waiting: 3 });
  const outcomes = await Promise.allSettled([read(1), read(13), read(14)]);
  expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'rejected']);
  expect(await read(15)).toBe('15');
});
