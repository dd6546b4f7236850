// The one thing tests may put in the place of time, and the days that it is counted by.

/** Milliseconds since the epoch, as Date.now() has them. */
export type Clock = { now: () => number };

/** Milliseconds of a clock that is never set back, for ages and waits; `performance` is one. */
export type MonotonicClock = { now: () => number };

export const systemClock: Clock = { now: () => Date.now() };

export const DAY_MS = 86_400_000;

/** The UTC day `YYYY-MM-DD` of a moment in ms since the epoch. */
export const dayOf = (time: number): string => new Date(time).toISOString().slice(0, 10);
