// Which UTC day and hour a time falls into, by division: no time zone can interfere, and no Date is made for a visit.

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
// 2105-12-31: ClickHouse's DateTime, the column of the hours, ends in February 2106
const LAST_DAY = 49_672;

/** Whole days since 1970-01-01. An earlier time, or NaN, counts as that day, a later time than 2105 as its last day. */
export function dayNumberOf(time: number): number {
  return time >= 0 ? Math.min(Math.floor(time / DAY), LAST_DAY) : 0;
}

/** 0 to 23; a time outside the days above falls into their first and last hour. */
export function hourOf(time: number): number {
  if (!(time >= 0)) return 0;
  return time < (LAST_DAY + 1) * DAY ? Math.floor((time % DAY) / HOUR) : 23;
}

/** Cached texts of days: at most 1970 to 2105, 2 MB. A batch has one row per link and few days. */
const texts = new Map<number, string>();

/** `YYYY-MM-DD` of a day's number. */
export function dayOf(dayNumber: number): string {
  const known = texts.get(dayNumber);
  if (known !== undefined) return known;
  const text = new Date(dayNumber * DAY).toISOString().slice(0, 10);
  texts.set(dayNumber, text);
  return text;
}
