import { chooseVariant } from './choose-variant';

const VISITORS = 100_000;
const DAY_MS = 86_400_000;
const now = Date.UTC(2026, 10, 25, 12);
const splitOf = (...weights: number[]) =>
  weights.map((weight, index) => ({ weight, location: `https://e.com/${index}` }));
const visitor = (index: number) => ({
  linkId: 'lnk_1',
  now,
  network: `10.${(index >> 8) & 255}.${index & 255}.0`,
  userAgent: `agent ${index % 7} ${index >> 16}`,
});

/** 99 % of the chi-squared distribution, by degrees of freedom. */
const CHI_SQUARED: Readonly<Record<number, number>> = { 1: 6.635, 2: 9.21, 4: 13.277, 9: 21.666 };

test.each([[[50, 50]], [[99, 1]], [[33, 33, 34]], [[10, 20, 30, 25, 15]], [Array<number>(10).fill(10)]])(
  'visitors are spread by the weights %j',
  (weights) => {
    const split = splitOf(...weights);
    const counts = weights.map(() => 0);
    for (let index = 0; index < VISITORS; index++) {
      const place = chooseVariant(split, visitor(index));
      counts[place] = (counts[place] ?? 0) + 1;
    }
    const expected = weights.map((weight) => (weight * VISITORS) / 100);
    const squares = expected.map((count, place) => ((counts[place] ?? 0) - count) ** 2 / count);
    expect(counts.reduce((sum, count) => sum + count)).toBe(VISITORS);
    expect(squares.reduce((sum, square) => sum + square)).toBeLessThan(CHI_SQUARED[weights.length - 1] ?? 0);
  },
);

test('a visitor gets the same one all day, and of another day or link not always the same', () => {
  const split = splitOf(50, 50);
  const moved = { day: 0, link: 0 };
  for (let index = 0; index < 1_000; index++) {
    const one = visitor(index);
    const place = chooseVariant(split, one);
    expect(chooseVariant(split, { ...one, now: now + DAY_MS / 2 - 1 })).toBe(place);
    if (chooseVariant(split, { ...one, now: now + DAY_MS }) !== place) moved.day++;
    if (chooseVariant(split, { ...one, linkId: 'lnk_2' }) !== place) moved.link++;
  }
  expect(moved.day).toBeGreaterThan(400);
  expect(moved.link).toBeGreaterThan(400);
});
