// The clock, which tests may replace, and UTC days.

/** Milliseconds since the epoch, as Date.now() has them. */
export type Clock = { now: () => number };

/** Milliseconds of a clock that is never set back, for ages and waits; `performance` is one. */
export type MonotonicClock = { now: () => number };

export const systemClock: Clock = { now: () => Date.now() };

export const DAY_MS = 86_400_000;

/** The UTC day `YYYY-MM-DD` of a moment in ms since the epoch. */
export const dayOf = (time: number): string => new Date(time).toISOString().slice(0, 10);

const DAY = /^\d{4}-\d{2}-\d{2}$/;

/** Whether a text is a date of the calendar as `YYYY-MM-DD`, of the years 0000 to 9999. */
export function isCalendarDay(text: string): boolean {
  if (!DAY.test(text)) return false;
  const time = Date.parse(`${text}T00:00:00Z`);
  // Date.parse lets 30 February roll over into March
  return Number.isFinite(time) && dayOf(time) === text;
}
