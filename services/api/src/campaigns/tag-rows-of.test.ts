import fc from 'fast-check';
import { tagRowsOf } from './tag-rows-of';

const rows = fc.array(
  fc.record({ value: fc.string({ maxLength: 2 }), linkCount: fc.nat(9), humanClicks: fc.nat(99) }),
  { maxLength: 40 },
);

test('each value is there once, most clicks first, and a long list keeps its sums', () => {
  fc.assert(
    fc.property(rows, fc.integer({ min: 1, max: 10 }), (parts, most) => {
      const listed = tagRowsOf(parts, most);
      expect(listed.length).toBeLessThanOrEqual(most);
      for (const field of ['linkCount', 'humanClicks'] as const) {
        const sumOf = (some: readonly { linkCount: number; humanClicks: number }[]) =>
          some.reduce((sum, row) => sum + row[field], 0);
        expect(sumOf(listed)).toBe(sumOf(parts));
      }
      const clicks = listed.map(({ humanClicks }) => humanClicks);
      expect(clicks).toEqual([...clicks].sort((a, b) => b - a));
    }),
  );
});

test('links without the tag are a row with an empty value, and the smallest rows are folded', () => {
  const parts = ['', 'a', 'b', '', 'c'].map((value, index) => ({ value, linkCount: 1, humanClicks: index }));
  expect(tagRowsOf(parts, 3)).toEqual([
    { value: 'c', linkCount: 1, humanClicks: 4 },
    { value: '', linkCount: 2, humanClicks: 3 },
    { value: '~other', linkCount: 2, humanClicks: 3 },
  ]);
});
