// A stretch of the arena in which records of different lengths follow each other; the oldest leaves first. A record's
// first word is never 0 and says its length.

export type RecordRing = {
  /** Where the next record of so many words may stand, or -1 when the oldest must leave first. */
  place: (length: number) => number;
  /** Takes out the oldest and says where it stood: its words are untouched until the next `place`. -1: it is empty. */
  pop: () => number;
  hasRoomFor: (length: number) => boolean;
  /** Words that are taken. */
  used: () => number;
  clear: () => void;
};

/** Stands where the rest of the stretch is skipped. */
const SKIP = 0;

export function makeRecordRing(
  words: Uint32Array,
  stretch: { start: number; end: number },
  lengthOf: (place: number) => number,
): RecordRing {
  const { start, end } = stretch;
  let head = start;
  let tail = start;
  let used = 0;

  /** Where it would stand: at the head, or at the start when the rest of the stretch is too short. */
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
    place: (length) => {
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
