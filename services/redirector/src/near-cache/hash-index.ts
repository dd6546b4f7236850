// Hash → offset of the record, in one array of integers: open addressing with linear probing. The hash is stored beside
// the offset, so that a search reads few records.

export type HashIndex = {
  /** The first slot with this hash, and the next one after a slot; -1 when there is none (any more). */
  first: (hash: number) => number;
  next: (hash: number, slot: number) => number;
  offsetAt: (slot: number) => number;
  /**
   * The offsets of all records. Records that are added, moved or removed during the iteration may be included or not.
   */
  offsets: () => Iterable<number>;
  /** Must not be called while the index is full. */
  add: (hash: number, offset: number) => void;
  move: (hash: number, from: number, to: number) => void;
  remove: (hash: number, offset: number) => void;
  isFull: () => boolean;
  clear: () => void;
};

export const INDEX_BYTES_PER_SLOT = 8;
/** With more slots taken a search takes more than three probes on average. */
export const MAX_INDEX_LOAD = 0.8;
const RANGE = 2 ** 32;

export function makeHashIndex(slots: number): HashIndex {
  // hash and offset + 1 alternate; 0 is an empty slot
  const table = new Uint32Array(2 * slots);
  const most = Math.floor(slots * MAX_INDEX_LOAD);
  let count = 0;

  const offsetAt = (slot: number) => (table[2 * slot + 1] ?? 0) - 1;

  function* offsets(): Generator<number> {
    for (let slot = 0; slot < slots; slot++) {
      const offset = offsetAt(slot);
      if (offset >= 0) yield offset;
    }
  }

  const homeOf = (hash: number) => Math.floor((hash / RANGE) * slots);
  const after = (slot: number) => (slot + 1 === slots ? 0 : slot + 1);
  const distance = (from: number, to: number) => (to >= from ? to - from : to - from + slots);
  const isEmpty = (slot: number) => table[2 * slot + 1] === 0;

  const from = (hash: number, start: number): number => {
    for (let slot = start; !isEmpty(slot); slot = after(slot)) if (table[2 * slot] === hash) return slot;
    return -1;
  };
  const first = (hash: number) => (slots === 0 ? -1 : from(hash, homeOf(hash)));
  const next = (hash: number, slot: number) => from(hash, after(slot));

  const slotOf = (hash: number, offset: number): number => {
    let slot = first(hash);
    while (slot >= 0 && table[2 * slot + 1] !== offset + 1) slot = next(hash, slot);
    return slot;
  };

  /** Entries behind the gap that can be nearer to their home slot move up, so that no search ends too early. */
  const closeGap = (gap: number) => {
    let hole = gap;
    for (let slot = after(hole); !isEmpty(slot); slot = after(slot)) {
      if (distance(homeOf(table[2 * slot] ?? 0), slot) < distance(hole, slot)) continue;
      table.copyWithin(2 * hole, 2 * slot, 2 * slot + 2);
      hole = slot;
    }
    table[2 * hole + 1] = 0;
  };

  return {
    first,
    next,
    offsetAt,
    offsets,
    add: (hash, offset) => {
      let slot = homeOf(hash);
      while (!isEmpty(slot)) slot = after(slot);
      table[2 * slot] = hash;
      table[2 * slot + 1] = offset + 1;
      count++;
    },
    move: (hash, oldOffset, offset) => {
      const slot = slotOf(hash, oldOffset);
      if (slot >= 0) table[2 * slot + 1] = offset + 1;
    },
    remove: (hash, offset) => {
      const slot = slotOf(hash, offset);
      if (slot < 0) return;
      count--;
      closeGap(slot);
    },
    isFull: () => count >= most,
    clear: () => {
      table.fill(0);
      count = 0;
    },
  };
}
