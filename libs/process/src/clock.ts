// The one thing tests may put in the place of time.

/** Milliseconds since the epoch, as Date.now() has them. */
export type Clock = { now: () => number };

export const systemClock: Clock = { now: () => Date.now() };
