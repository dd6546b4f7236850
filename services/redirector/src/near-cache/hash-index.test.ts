import fc from 'fast-check';
import { makeHashIndex } from './hash-index';

const SLOTS = 64;

test('After any additions, moves and removals each offset is found by its hash, and no other', () => {
  // few hashes, so that nearly all share a neighbourhood, also around the end of the table
  const hash = fc.constantFrom(0, 1, 2 ** 31, 2 ** 32 - 2, 2 ** 32 - 1);
  const step = fc.tuple(fc.constantFrom('add', 'remove', 'move'), hash, fc.nat(30));
  fc.assert(
    fc.property(fc.array(step, { maxLength: 200 }), (steps) => {
      const index = makeHashIndex(SLOTS);
      const model = new Map<number, number>();
      for (const [kind, wanted, offset] of steps) {
        const known = model.get(offset);
        if (kind === 'add' && known === undefined && !index.isFull()) {
          index.add(wanted, offset);
          model.set(offset, wanted);
        }
        if (kind === 'remove' && known !== undefined) {
          index.remove(known, offset);
          model.delete(offset);
        }
        if (kind === 'move' && known !== undefined) {
          index.move(known, offset, offset + 1_000);
          index.move(known, offset + 1_000, offset);
        }
      }
      const found: number[] = [];
      for (const each of new Set(model.values())) {
        for (let slot = index.first(each); slot >= 0; slot = index.next(each, slot)) {
          expect(model.get(index.offsetAt(slot))).toBe(each);
          found.push(index.offsetAt(slot));
        }
      }
      expect(found.sort()).toEqual([...model.keys()].sort());
    }),
    { numRuns: 200 },
  );
});
