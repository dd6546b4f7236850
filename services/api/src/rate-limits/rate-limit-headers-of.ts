// The headers about an authenticated caller's allowance, in every answer: the two fields of
// draft-ietf-httpapi-ratelimit-headers-10 (q: quota, w: window, r: remaining, t: time to the next window; seconds).

import type { TakenRequest } from './take-request';

export function rateLimitHeadersOf(
  { remaining, secondsLeft }: TakenRequest,
  policy: { requests: number; windowSeconds: number },
): Record<string, string> {
  return {
    'RateLimit-Policy': `"default";q=${policy.requests};w=${policy.windowSeconds}`,
    RateLimit: `"default";r=${remaining};t=${secondsLeft}`,
  };
}
