import { makeTokenBucket } from './token-bucket';

function open() {
  let now = 5_000;
  const bucket = makeTokenBucket({ atOnce: 10, perSecond: 40 }, () => now);
  return { take: bucket.take, pass: (ms: number) => void (now += ms) };
}

const takeAll = (take: () => number) => {
  let taken = 0;
  while (take() === 0) taken++;
  return taken;
};

test('So many at once, then one for each share of a second, and it says when', () => {
  const { take, pass } = open();
  expect(takeAll(take)).toBe(10);
  expect(take()).toBe(25);
  pass(24);
  expect(take()).toBe(1);
  pass(1);
  expect(take()).toBe(0);
  expect(take()).toBe(25);
});

test('A pause saves no more than what goes at once', () => {
  const { take, pass } = open();
  takeAll(take);
  pass(3_600_000);
  expect(takeAll(take)).toBe(10);
});

test('A constant caller gets no more in any second than burst and rate together', () => {
  const { take, pass } = open();
  const takenAt: number[] = [];
  for (let ms = 0; ms < 10_000; ms++, pass(1)) while (take() === 0) takenAt.push(ms);
  const inSecondFrom = (from: number) => takenAt.filter((at) => at >= from && at < from + 1_000).length;
  expect(Math.max(...takenAt.map(inSecondFrom))).toBeLessThanOrEqual(50);
  expect(inSecondFrom(5_000)).toBe(40);
});
