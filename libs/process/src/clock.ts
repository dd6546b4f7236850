// The one thing tests may put in the place of time.

/** Milliseconds since the epoch, as Date.now() has them. */
export type Clock = { now: () => number };

/** Milliseconds of a clock that is never set back, for ages and waits; `performance` is one. */
export type SteadyClock = { now: () => number };

export const systemClock: Clock = { now: () => Date.now() };
