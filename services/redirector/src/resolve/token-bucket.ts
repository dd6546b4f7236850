// A token bucket: a burst and a rate. In any second at most the sum of both.

export type TokenBucket = {
  /** Takes a token and returns 0; when there is none, returns the time until there is one, ms. */
  take: () => number;
};

/** `now`: ms of a clock that is never set back. */
export function makeTokenBucket(
  limits: { atOnce: number; perSecond: number },
  now: () => number,
): TokenBucket {
  const msPerToken = 1_000 / limits.perSecond;
  const fullMs = limits.atOnce * msPerToken;
  // tokens are kept as the time that it took to earn them
  let savedMs = fullMs;
  let savedAt = now();
  return {
    take: () => {
      const at = now();
      savedMs = Math.min(fullMs, savedMs + at - savedAt);
      savedAt = at;
      if (savedMs < msPerToken) return msPerToken - savedMs;
      savedMs -= msPerToken;
      return 0;
    },
  };
}
