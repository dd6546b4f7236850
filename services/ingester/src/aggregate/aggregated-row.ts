// One aggregated row: a link's sums of one day, and a view of the batch's columns of hours and keys.

import { eachDimension, type ClickDimension, type HumansByKey } from '@kurz/click-event';
import type { Counts, LinkDayCounts, HourCounts } from './link-day-counts';
import { DIMENSIONS, type OrderedCounts } from './visit-counts';

/** The kinds of visits in an hour: a human's (0), a bot's, a human's scan. */
export const KINDS = 3;
export const BOT = 1;
export const SCAN = 2;
/** Hours of a day, by kind. */
export const HOURS = 24 * KINDS;

export type AggregatedColumns = {
  /** Group: row. Key: hour * KINDS + kind. */
  hours: OrderedCounts;
  /** Group: row * DIMENSIONS + dimension, in the order of CLICK_DIMENSIONS. Key: index in `keys`. */
  humans: OrderedCounts;
  keys: readonly string[];
};

function addVisits(to: Counts, kind: number, visits: number): void {
  to.requests += visits;
  if (kind === BOT) to.bots += visits;
  if (kind === SCAN) to.qr += visits;
}

class KeysOfRow implements HumansByKey {
  readonly #columns: AggregatedColumns;
  readonly #from: number;
  readonly #to: number;

  constructor(columns: AggregatedColumns, row: number, dimension: number) {
    const group = row * DIMENSIONS + dimension;
    this.#columns = columns;
    this.#from = columns.humans.begin[group] ?? 0;
    this.#to = columns.humans.begin[group + 1] ?? 0;
  }

  get size(): number {
    return this.#to - this.#from;
  }

  keys(): string[] {
    const { keys, humans } = this.#columns;
    const found: string[] = [];
    for (let cell = this.#from; cell < this.#to; cell++) found.push(keys[humans.keys[cell] ?? 0] ?? '');
    return found;
  }

  [Symbol.iterator](): Iterator<[string, number]> {
    const { keys, humans } = this.#columns;
    const pairs: [string, number][] = [];
    for (let cell = this.#from; cell < this.#to; cell++) {
      pairs.push([keys[humans.keys[cell] ?? 0] ?? '', humans.counts[cell] ?? 0]);
    }
    return pairs[Symbol.iterator]();
  }
}

export class AggregatedRow implements LinkDayCounts {
  readonly workspaceId: string;
  readonly linkId: string;
  readonly day: string;
  readonly requests: number;
  readonly bots: number;
  readonly qr: number;
  readonly #columns: AggregatedColumns;
  readonly #row: number;

  constructor(
    names: { workspaceId: string; linkId: string; day: string },
    columns: AggregatedColumns,
    row: number,
  ) {
    this.workspaceId = names.workspaceId;
    this.linkId = names.linkId;
    this.day = names.day;
    this.#columns = columns;
    this.#row = row;
    const { begin, keys, counts } = columns.hours;
    const sums = { requests: 0, bots: 0, qr: 0 };
    for (let cell = begin[row] ?? 0; cell < (begin[row + 1] ?? 0); cell++) {
      addVisits(sums, (keys[cell] ?? 0) % KINDS, counts[cell] ?? 0);
    }
    this.requests = sums.requests;
    this.bots = sums.bots;
    this.qr = sums.qr;
  }

  get byHour(): HourCounts[] {
    const { begin, keys, counts } = this.#columns.hours;
    const hours: HourCounts[] = [];
    for (let cell = begin[this.#row] ?? 0; cell < (begin[this.#row + 1] ?? 0); cell++) {
      const key = keys[cell] ?? 0;
      const hour = Math.floor(key / KINDS);
      let own = hours.at(-1);
      if (own?.hour !== hour) hours.push((own = { hour, requests: 0, bots: 0, qr: 0 }));
      addVisits(own, key % KINDS, counts[cell] ?? 0);
    }
    return hours;
  }

  /** Made anew at each call. */
  get by(): Record<ClickDimension, HumansByKey> {
    return eachDimension((_, index) => new KeysOfRow(this.#columns, this.#row, index));
  }
}
