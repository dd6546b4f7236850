import fc from 'fast-check';
import { differenceOf, furthestOf, isPast } from './compare-sums';

const positions = (entries: Record<number, number>) =>
  new Map(Object.entries(entries).map(([partition, position]) => [Number(partition), position]));

describe('a sum between bounds', () => {
  it('agrees at its bounds and between them, and else differs by what it lacks or has too much', () => {
    const bounds = { low: 10, high: 12 };
    expect([9, 10, 11, 12, 14].map((sum) => differenceOf(sum, bounds))).toEqual([1, 0, 0, 0, 2]);
  });

  it('of a right count never differs, however far each store had come', () => {
    const moments = fc
      .tuple(fc.nat(1_000), fc.nat(1_000), fc.nat(1_000))
      .map((all) => all.sort((a, b) => a - b));
    fc.assert(fc.property(moments, ([low = 0, sum = 0, high = 0]) => differenceOf(sum, { low, high }) === 0));
  });
});

describe('positions', () => {
  it('are past others when they are there or beyond in each partition of those', () => {
    const others = positions({ 0: 5, 1: 7 });
    expect(isPast(positions({ 0: 5, 1: 8, 2: 0 }), others)).toBe(true);
    expect(isPast(positions({ 0: 4, 1: 8 }), others)).toBe(false);
    expect(isPast(positions({ 0: 5 }), others)).toBe(false);
    expect(isPast(positions({}), positions({}))).toBe(true);
  });

  it('of two stores are taken where each partition is furthest', () => {
    expect(furthestOf(positions({ 0: 5, 1: 7 }), positions({ 1: 9, 2: 1 }))).toEqual(
      positions({ 0: 5, 1: 9, 2: 1 }),
    );
  });
});
