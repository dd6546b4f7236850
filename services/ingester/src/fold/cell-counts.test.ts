import { CellCounts } from './cell-counts';

const inOwnOrder = (keys: number) => Int32Array.from({ length: keys }, (_, key) => key);
/** Each cell as group, key and count, in the order that they come in. */
function cellsOf(counted: CellCounts, groups: number, rankOf: Int32Array) {
  const { begin, keys, counts } = counted.inOrder(groups, rankOf);
  return Array.from({ length: groups }, (_, group) => {
    const from = begin[group] ?? 0;
    return [...keys.subarray(from, begin[group + 1])].map((key, at) => [group, key, counts[from + at]]);
  }).flat();
}

describe('counts of cells', () => {
  it('are none before anything was counted', () => {
    expect(cellsOf(new CellCounts(), 3, inOwnOrder(2))).toEqual([]);
  });

  it('come group by group and by the rank of the keys', () => {
    const counted = new CellCounts();
    for (const [group, key] of [
      [2, 0],
      [0, 1],
      [2, 1],
      [0, 1],
      [0, 0],
    ] as const)
      counted.add(group, key);
    expect(cellsOf(counted, 3, Int32Array.of(1, 0))).toEqual([
      [0, 1, 2],
      [0, 0, 1],
      [2, 1, 1],
      [2, 0, 1],
    ]);
  });

  it('are right however many there are', () => {
    const counted = new CellCounts();
    const plain = new Map<number, number>();
    const [groups, keys] = [500, 60];
    let state = 7;
    for (let n = 0; n < 100_000; n++) {
      state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0;
      const group = (state >>> 8) % groups;
      const key = (state >>> 17) % keys;
      counted.add(group, key);
      plain.set(group * keys + key, (plain.get(group * keys + key) ?? 0) + 1);
    }
    expect(plain.size).toBeGreaterThan(10_000);
    const expected = [...plain].sort(([a], [b]) => a - b);
    expect(cellsOf(counted, groups, inOwnOrder(keys))).toEqual(
      expected.map(([cell, count]) => [Math.floor(cell / keys), cell % keys, count]),
    );
  });
});
