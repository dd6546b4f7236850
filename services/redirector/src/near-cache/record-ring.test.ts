import fc from 'fast-check';
import { makeRecordRing } from './record-ring';

test('Records leave in the order in which they came, whole, and never stand on each other', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 60 }),
      fc.array(fc.tuple(fc.boolean(), fc.integer({ min: 1, max: 20 })), { maxLength: 300 }),
      (size, steps) => {
        const start = 5;
        const words = new Uint32Array(start + size + 5);
        const ring = makeRecordRing(words, { start, end: start + size }, (offset) => words[offset] ?? 0);
        const model: { offset: number; length: number }[] = [];
        for (const [isPut, length] of steps) {
          if (isPut) {
            const hasRoom = ring.hasRoomFor(length);
            const offset = ring.allocate(length);
            expect(offset >= 0).toBe(hasRoom);
            if (model.length === 0) expect(hasRoom).toBe(length <= size);
            if (offset < 0) continue;
            expect(offset >= start && offset + length <= start + size).toBe(true);
            for (const other of model) {
              expect(offset + length <= other.offset || other.offset + other.length <= offset).toBe(true);
            }
            words.fill(length, offset, offset + length);
            model.push({ offset, length });
          } else {
            const oldest = model.shift();
            expect(ring.pop()).toBe(oldest?.offset ?? -1);
            if (oldest) expect(words[oldest.offset]).toBe(oldest.length);
          }
          expect(ring.used() >= model.reduce((sum, { length: each }) => sum + each, 0)).toBe(true);
        }
      },
    ),
    { numRuns: 300 },
  );
});
