// The headers about a caller's allowance, in every authenticated answer: the two fields of
// draft-ietf-httpapi-ratelimit-headers-10 (q: quota, w: window, r: remaining, t: time to the next window; seconds).

import type { TakenRequest } from './take-request';

/** An integer of a structured field has 15 digits at most (RFC 9651). */
const MAX_INTEGER = 999_999_999_999_999;

export function rateLimitHeadersOf(
  { remaining, secondsLeft }: TakenRequest,
  policy: { requests: number; windowSeconds: number },
): Record<string, string> {
  return {
    'RateLimit-Policy': `"default";q=${Math.min(policy.requests, MAX_INTEGER)};w=${policy.windowSeconds}`,
    RateLimit: `"default";r=${Math.min(remaining, MAX_INTEGER)};t=${secondsLeft}`,
  };
}
