// A FIFO ring of records of different lengths in a part of the arena. A record's first word is never 0 and holds its
// length.

export type RecordRing = {
  /** The offset for a record of `length` words, or -1 when the oldest must leave first. */
  allocate: (length: number) => number;
  /** Removes the oldest and returns its offset; its words stay until the next `allocate`. -1: the ring is empty. */
  pop: () => number;
  hasRoomFor: (length: number) => boolean;
  /** Words that are taken. */
  used: () => number;
  clear: () => void;
};

/** Marks where the rest of the stretch is skipped. */
const SKIP = 0;

export function makeRecordRing(
  words: Uint32Array,
  stretch: { start: number; end: number },
  lengthOf: (offset: number) => number,
): RecordRing {
  const { start, end } = stretch;
  let head = start;
  let tail = start;
  let used = 0;

  /** The offset for a record: the head, or the start when the rest of the stretch is too short. */
  const roomFor = (length: number): number => {
    if (used === 0) return length <= end - start ? start : -1;
    if (head <= tail) return length <= tail - head ? head : -1;
    if (length <= end - head) return head;
    return length <= tail - start ? start : -1;
  };

  const clear = () => {
    head = start;
    tail = start;
    used = 0;
  };

  return {
    hasRoomFor: (length) => roomFor(length) >= 0,
    allocate: (length) => {
      const at = roomFor(length);
      if (at < 0) return -1;
      if (used === 0) clear();
      else if (at !== head) {
        if (head < end) words[head] = SKIP;
        used += end - head;
      }
      head = at + length;
      used += length;
      return at;
    },
    pop: () => {
      if (used === 0) return -1;
      if (tail === end || words[tail] === SKIP) {
        used -= end - tail;
        tail = start;
      }
      const at = tail;
      const length = lengthOf(at);
      tail += length;
      used -= length;
      return at;
    },
    used: () => used,
    clear,
  };
}
