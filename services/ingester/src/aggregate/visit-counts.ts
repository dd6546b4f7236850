// Holds the visits of a batch as small numbers, and counts them for each row by hour and by key, in order. A visit is
// appended to the last one. Visits are grouped by row and counted only when all are there, so that no visit is looked
// up in a table that is too large for the processor's caches.

import { CLICK_DIMENSIONS } from '@kurz/click-event';

/** How many keys a visit has: one for each dimension. */
export const DIMENSIONS = CLICK_DIMENSIONS.length;

const FIRST_VISITS = 256;
/** A visit's fields: row, hour, and a key for each dimension. */
const FIRST_KEY = 2;
const FIELDS = FIRST_KEY + DIMENSIONS;
const NO_KEY = -1;
const MAX_SORTED_BY_HAND = 16;

/** Counts by group, then by key. A group's counts are from `begin[group]` up to `begin[group + 1]`. */
export type OrderedCounts = { begin: Int32Array; keys: Int32Array; counts: Int32Array };

/** Makes the counts of one group after the other. */
class CountsInOrder {
  readonly #begin: Int32Array;
  readonly #keys: Int32Array;
  readonly #counts: Int32Array;
  readonly #keyOfRank: Int32Array;
  /** Counts of the current group, by rank; all 0 between two groups. */
  readonly #countOf: Int32Array;
  /** The ranks in the current group. */
  readonly #ranks: Int32Array;
  #ranksOfGroup = 0;
  #groups = 0;
  #size = 0;

  constructor(most: { groups: number; counts: number }, keyOfRank: Int32Array) {
    this.#begin = new Int32Array(most.groups + 1);
    this.#keys = new Int32Array(most.counts);
    this.#counts = new Int32Array(most.counts);
    this.#keyOfRank = keyOfRank;
    this.#countOf = new Int32Array(keyOfRank.length);
    this.#ranks = new Int32Array(keyOfRank.length);
  }

  count(rank: number): void {
    const before = this.#countOf[rank] ?? 0;
    if (before === 0) this.#ranks[this.#ranksOfGroup++] = rank;
    this.#countOf[rank] = before + 1;
  }

  endGroup(): void {
    const ranks = this.#ranks;
    inOrder(ranks, this.#ranksOfGroup);
    for (let at = 0; at < this.#ranksOfGroup; at++) {
      const rank = ranks[at] ?? 0;
      this.#keys[this.#size] = this.#keyOfRank[rank] ?? 0;
      this.#counts[this.#size++] = this.#countOf[rank] ?? 0;
      this.#countOf[rank] = 0;
    }
    this.#ranksOfGroup = 0;
    this.#begin[++this.#groups] = this.#size;
  }

  result(): OrderedCounts {
    // copies, so that the unused rest is not kept
    return {
      begin: this.#begin,
      keys: this.#keys.slice(0, this.#size),
      counts: this.#counts.slice(0, this.#size),
    };
  }
}

/** Sorts the first `size` numbers; most groups have a few. */
function inOrder(numbers: Int32Array, size: number): void {
  if (size > MAX_SORTED_BY_HAND) {
    numbers.subarray(0, size).sort();
    return;
  }
  for (let next = 1; next < size; next++) {
    const number = numbers[next] ?? 0;
    let at = next;
    for (; at > 0 && (numbers[at - 1] ?? 0) > number; at--) numbers[at] = numbers[at - 1] ?? 0;
    numbers[at] = number;
  }
}

export class VisitCounts {
  #fields = new Int32Array(FIRST_VISITS * FIELDS);
  #length = 0;

  /** Adds a visit, which has no key so far. Row and hour are whole numbers from 0. */
  add(row: number, hour: number): void {
    if (this.#length === this.#fields.length) {
      const more = new Int32Array(2 * this.#length);
      more.set(this.#fields);
      this.#fields = more;
    }
    const at = this.#length;
    this.#fields[at] = row;
    this.#fields[at + 1] = hour;
    this.#fields.fill(NO_KEY, at + FIRST_KEY, at + FIELDS);
    this.#length = at + FIELDS;
  }

  /** Sets the last visit's key of a dimension, from 0. */
  setKey(dimension: number, key: number): void {
    this.#fields[this.#length - DIMENSIONS + dimension] = key;
  }

  /**
   * `hours`: the number of hour values. `rankOf`: the rank of each key among all, from 0. In `byHour` a group is a row;
   * in `byKey` it is row * DIMENSIONS + dimension.
   */
  inOrder(rows: number, hours: number, rankOf: Int32Array): { byHour: OrderedCounts; byKey: OrderedCounts } {
    const fields = this.#fields;
    const { begin, offsets } = this.#byRow(rows);
    const visits = offsets.length;
    const byHour = new CountsInOrder({ groups: rows, counts: visits }, countingUp(hours));
    const most = { groups: rows * DIMENSIONS, counts: visits * DIMENSIONS };
    const byKey = new CountsInOrder(most, inverse(rankOf));
    for (let row = 0; row < rows; row++) {
      const from = begin[row] ?? 0;
      const to = begin[row + 1] ?? 0;
      for (let at = from; at < to; at++) byHour.count(fields[(offsets[at] ?? 0) + 1] ?? 0);
      byHour.endGroup();
      for (let field = FIRST_KEY; field < FIELDS; field++) {
        for (let at = from; at < to; at++) {
          const key = fields[(offsets[at] ?? 0) + field] ?? NO_KEY;
          if (key !== NO_KEY) byKey.count(rankOf[key] ?? 0);
        }
        byKey.endGroup();
      }
    }
    return { byHour: byHour.result(), byKey: byKey.result() };
  }

  /** Where the fields of each visit begin, row by row; a row's visits are from `begin[row]` up to `begin[row + 1]`. */
  #byRow(rows: number): { begin: Int32Array; offsets: Int32Array } {
    const fields = this.#fields;
    const begin = new Int32Array(rows + 1);
    for (let offset = 0; offset < this.#length; offset += FIELDS) addAt(begin, (fields[offset] ?? 0) + 1, 1);
    for (let row = 0; row < rows; row++) addAt(begin, row + 1, begin[row] ?? 0);
    const next = begin.slice();
    const offsets = new Int32Array(this.#length / FIELDS);
    for (let offset = 0; offset < this.#length; offset += FIELDS) {
      offsets[addAt(next, fields[offset] ?? 0, 1)] = offset;
    }
    return { begin, offsets };
  }
}

/** Returns the number before the addition. */
function addAt(column: Int32Array, at: number, more: number): number {
  const before = column[at] ?? 0;
  column[at] = before + more;
  return before;
}

const countingUp = (length: number) => Int32Array.from({ length }, (_, at) => at);

function inverse(rankOf: Int32Array): Int32Array {
  const keyOfRank = new Int32Array(rankOf.length);
  for (const [key, rank] of rankOf.entries()) keyOfRank[rank] = key;
  return keyOfRank;
}
