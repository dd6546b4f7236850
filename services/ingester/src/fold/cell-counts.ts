// Counts by two small numbers, a group and a key: fold hands them visit by visit and gets all cells in order. Columns of
// integers, whatever the number of cells: as an object for each group or key they were alive until their batch was
// written, and the collection of garbage took more time than the counting.

const FIRST_CELLS = 256;

/** Cells by group, then by key. Those of a group are from `begin[group]` up to `begin[group + 1]`. */
export type OrderedCells = { begin: Int32Array; keys: Int32Array; counts: Int32Array };

/** Spreads neighbours, which groups and keys are, all over the slots. */
function hashOf(group: number, key: number): number {
  const mixed = Math.imul(group, 0x9e3779b1) ^ Math.imul(key, 0x85ebca6b);
  return Math.imul(mixed ^ (mixed >>> 15), 0x2c1b3c6d) >>> 7;
}

/** Where each bucket begins, and behind the last one the end; `bucketOf` names the bucket of each of so many cells. */
function beginsOf(bucketOf: (cell: number) => number, cells: number, buckets: number): Int32Array {
  const begin = new Int32Array(buckets + 1);
  for (let cell = 0; cell < cells; cell++) addAt(begin, bucketOf(cell) + 1, 1);
  for (let bucket = 0; bucket < buckets; bucket++) addAt(begin, bucket + 1, begin[bucket] ?? 0);
  return begin;
}

/** What was there before. */
function addAt(column: Int32Array, at: number, more: number): number {
  const before = column[at] ?? 0;
  column[at] = before + more;
  return before;
}

function twiceAsLong(column: Int32Array): Int32Array<ArrayBuffer> {
  const longer = new Int32Array(2 * column.length);
  longer.set(column);
  return longer;
}

export class CellCounts {
  #size = 0;
  #groups = new Int32Array(FIRST_CELLS);
  #keys = new Int32Array(FIRST_CELLS);
  #counts = new Int32Array(FIRST_CELLS);
  /** Cell + 1 by hash, the next free slot where others are; 0 is free. Half of them are taken at most. */
  #slots = new Int32Array(2 * FIRST_CELLS);

  /** Counts one more. Both are whole numbers from 0 on. */
  add(group: number, key: number): void {
    const slots = this.#slots;
    const last = slots.length - 1;
    let slot = hashOf(group, key) & last;
    for (let taken = slots[slot]; taken; taken = slots[slot]) {
      const cell = taken - 1;
      if (this.#keys[cell] === key && this.#groups[cell] === group) {
        addAt(this.#counts, cell, 1);
        return;
      }
      slot = (slot + 1) & last;
    }
    this.#groups[this.#size] = group;
    this.#keys[this.#size] = key;
    this.#counts[this.#size] = 1;
    slots[slot] = ++this.#size;
    if (this.#size === this.#groups.length) this.#grow();
  }

  /** `rankOf`: where each key stands among all, from 0 on. */
  inOrder(groups: number, rankOf: Int32Array): OrderedCells {
    const size = this.#size;
    const rankOfCell = (cell: number) => rankOf[this.#keys[cell] ?? 0] ?? 0;
    const groupOfCell = (cell: number) => this.#groups[cell] ?? 0;
    const byRank = new Int32Array(size);
    const nextOfRank = beginsOf(rankOfCell, size, rankOf.length);
    for (let cell = 0; cell < size; cell++) byRank[addAt(nextOfRank, rankOfCell(cell), 1)] = cell;

    const begin = beginsOf(groupOfCell, size, groups);
    const nextOfGroup = begin.slice();
    const keys = new Int32Array(size);
    const counts = new Int32Array(size);
    for (const cell of byRank) {
      const at = addAt(nextOfGroup, groupOfCell(cell), 1);
      keys[at] = this.#keys[cell] ?? 0;
      counts[at] = this.#counts[cell] ?? 0;
    }
    return { begin, keys, counts };
  }

  #grow(): void {
    this.#groups = twiceAsLong(this.#groups);
    this.#keys = twiceAsLong(this.#keys);
    this.#counts = twiceAsLong(this.#counts);
    const slots = new Int32Array(2 * this.#slots.length);
    const last = slots.length - 1;
    for (let cell = 0; cell < this.#size; cell++) {
      let slot = hashOf(this.#groups[cell] ?? 0, this.#keys[cell] ?? 0) & last;
      while (slots[slot]) slot = (slot + 1) & last;
      slots[slot] = cell + 1;
    }
    this.#slots = slots;
  }
}
