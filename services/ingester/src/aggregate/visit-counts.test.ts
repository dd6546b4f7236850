import { DIMENSIONS, VisitCounts, type OrderedCounts } from './visit-counts';

const HOURS = 72;
const inOwnOrder = (keys: number) => Int32Array.from({ length: keys }, (_, key) => key);
/** Each count as group, key and count, in the order that they come in. */
function listed({ begin, keys, counts }: OrderedCounts) {
  return Array.from({ length: begin.length - 1 }, (_, group) => {
    const from = begin[group] ?? 0;
    return [...keys.subarray(from, begin[group + 1])].map((key, at) => [group, key, counts[from + at]]);
  }).flat();
}
/** `keys`: of the dimensions from the first on; the others have key 0. */
function put(to: VisitCounts, row: number, hour: number, keys?: readonly number[]) {
  to.add(row, hour);
  for (let dimension = 0; keys && dimension < DIMENSIONS; dimension++)
    to.setKey(dimension, keys[dimension] ?? 0);
}

describe('the counts of visits', () => {
  it('are none before anything was counted', () => {
    const { byHour, byKey } = new VisitCounts().inOrder(0, HOURS, inOwnOrder(2));
    expect([listed(byHour), listed(byKey)]).toEqual([[], []]);
  });

  it('come row by row, dimension by dimension, and by the rank of the keys; who has no key has his hour', () => {
    const visits = new VisitCounts();
    put(visits, 1, 5, [2]);
    put(visits, 0, 7, [1, 2]);
    put(visits, 1, 5);
    put(visits, 1, 3, [0]);
    put(visits, 1, 5, [2]);
    const { byHour, byKey } = visits.inOrder(2, HOURS, Int32Array.of(2, 1, 0));
    expect(listed(byHour)).toEqual([
      [0, 7, 1],
      [1, 3, 1],
      [1, 5, 3],
    ]);
    const others = (row: number, from: number, count: number) =>
      Array.from({ length: DIMENSIONS - from }, (_, at) => [row * DIMENSIONS + from + at, 0, count]);
    expect(listed(byKey)).toEqual([
      [0, 1, 1],
      [1, 2, 1],
      ...others(0, 2, 1),
      [DIMENSIONS, 2, 2],
      [DIMENSIONS, 0, 1],
      ...others(1, 1, 3),
    ]);
  });

  it('are right however many there are', () => {
    const visits = new VisitCounts();
    const plain = new Map<number, number>();
    const [rows, keys] = [300, 60];
    let state = 7;
    const draw = (below: number) => {
      state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0;
      return (state >>> 8) % below;
    };
    for (let n = 0; n < 30_000; n++) {
      // few rows have most visits, as with links
      const row = draw(3) === 0 ? draw(rows) : draw(4);
      const drawn = Array.from({ length: DIMENSIONS }, () => draw(keys));
      put(visits, row, draw(HOURS), drawn);
      for (const [dimension, key] of drawn.entries()) {
        const cell = (row * DIMENSIONS + dimension) * keys + key;
        plain.set(cell, (plain.get(cell) ?? 0) + 1);
      }
    }
    const expected = [...plain].sort(([a], [b]) => a - b);
    expect(listed(visits.inOrder(rows, HOURS, inOwnOrder(keys)).byKey)).toEqual(
      expected.map(([cell, count]) => [Math.floor(cell / keys), cell % keys, count]),
    );
  });
});
