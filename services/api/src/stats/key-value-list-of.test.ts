import fc from 'fast-check';
import { keyValueListOf } from './key-value-list-of';

const sumOf = (list: { v: number }[]) => list.reduce((sum, { v }) => sum + v, 0);

describe('a key-value list', () => {
  it('is sorted by count descending, then by key, keys as they are', () => {
    const counts = new Map([
      ['b.example', 2],
      ['~direct', 5],
      ['a.example', 2],
      ['a%20&b', 1],
    ]);
    expect(keyValueListOf(counts)).toEqual([
      { k: '~direct', v: 5 },
      { k: 'a.example', v: 2 },
      { k: 'b.example', v: 2 },
      { k: 'a%20&b', v: 1 },
    ]);
  });

  it('folds its tail into ~other, together with what is folded already', () => {
    const counts = new Map([
      ['a', 9],
      ['b', 8],
      ['c', 3],
      ['d', 2],
      ['~other', 1],
    ]);
    expect(keyValueListOf(counts, 3)).toEqual([
      { k: 'a', v: 9 },
      { k: 'b', v: 8 },
      { k: '~other', v: 6 },
    ]);
  });

  it('keeps its sum and its largest keys, whatever is folded', () => {
    const entries = fc.uniqueArray(fc.tuple(fc.string({ maxLength: 3 }), fc.nat(1000)), {
      selector: ([key]) => key,
    });
    fc.assert(
      fc.property(entries, fc.integer({ min: 1, max: 10 }), (list, most) => {
        const counts = new Map(list);
        const folded = keyValueListOf(counts, most);
        expect(folded.length).toBeLessThanOrEqual(most);
        expect(sumOf(folded)).toBe(sumOf(keyValueListOf(counts)));
        for (const { k, v } of folded) if (k !== '~other') expect(counts.get(k)).toBe(v);
      }),
    );
  });
});
