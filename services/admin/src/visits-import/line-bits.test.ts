import fc from 'fast-check';
import { makeLineBits, mergeLineBits } from './line-bits';

describe('bits of lines', () => {
  it('hold exactly the lines that were added', () => {
    fc.assert(
      fc.property(fc.uniqueArray(fc.nat(20_000)), (lines) => {
        const bits = makeLineBits();
        lines.forEach(bits.add);
        const again = makeLineBits(bits.bytes());
        expect(again.count()).toBe(lines.length);
        expect(lines.every(again.has)).toBe(true);
        expect(again.has(20_001)).toBe(false);
      }),
    );
  });

  it('take from others only the lines up to a limit', () => {
    const others = makeLineBits();
    [0, 5, 9, 10, 4_000].forEach(others.add);
    const bits = makeLineBits();
    mergeLineBits(bits, others.bytes(), 10);
    expect([0, 5, 9, 10, 4_000].filter(bits.has)).toEqual([0, 5, 9]);
  });
});
