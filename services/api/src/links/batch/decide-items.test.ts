import fc from 'fast-check';
import { refuse, type Refusal } from '../../errors/refusal';
import { decideItems } from './decide-items';

type Item = Refusal | { kind: 'wanted'; name: string };

const items = fc.array(
  fc.oneof(
    fc.constantFrom('a', 'b', 'c', 'd').map((name): Item => ({ kind: 'wanted', name })),
    fc.constantFrom('VALIDATION_FAILED' as const, 'SLUG_RESERVED' as const).map((code): Item => refuse(code)),
  ),
  { maxLength: 20 },
);
const codeOf = (item: Item) => (item.kind === 'refused' ? item.code : 'created');

test('the first of two items that want a name has it, and one that is refused takes no name', () => {
  const wanted = { kind: 'wanted', name: 'a' } as const;
  const decided = decideItems([refuse('SLUG_INVALID'), wanted, { ...wanted }], {
    takenNames: new Set(),
    remaining: 10,
  });
  expect(decided.map(codeOf)).toEqual(['SLUG_INVALID', 'created', 'SLUG_EXISTS']);
  expect(decided[1]).toBe(wanted);
});

test('once nothing is left, an item that is not valid or whose name is taken hears of the allowance too', () => {
  const decided = decideItems<{ kind: 'wanted'; name: string }>(
    [
      refuse('SLUG_INVALID'),
      { kind: 'wanted', name: 'taken' },
      { kind: 'wanted', name: 'a' },
      refuse('SLUG_INVALID'),
      { kind: 'wanted', name: 'taken' },
    ],
    { takenNames: new Set(['taken']), remaining: 1 },
  );
  expect(decided.map(codeOf)).toEqual([
    'SLUG_INVALID',
    'SLUG_EXISTS',
    'created',
    'INSUFFICIENT_QUOTA',
    'INSUFFICIENT_QUOTA',
  ]);
});

test('no more are created than are left, none under a taken name, and no name twice', () => {
  fc.assert(
    fc.property(items, fc.nat(8), fc.subarray(['a', 'b', 'c']), (all, remaining, taken) => {
      const decided = decideItems(all, { takenNames: new Set(taken), remaining });
      const names = decided.flatMap((item) => (item.kind === 'wanted' ? [item.name] : []));
      expect(decided).toHaveLength(all.length);
      expect(names.length).toBeLessThanOrEqual(remaining);
      expect(new Set(names).size).toBe(names.length);
      expect(names.filter((name) => taken.includes(name))).toEqual([]);
      // items before the end of the allowance are refused for their own reasons, all items after it for that one
      const codes = decided.map(codeOf);
      const end = codes.indexOf('INSUFFICIENT_QUOTA');
      if (end >= 0) {
        expect(names.length).toBe(remaining);
        expect(new Set(codes.slice(end))).toEqual(new Set(['INSUFFICIENT_QUOTA']));
      }
    }),
  );
});
