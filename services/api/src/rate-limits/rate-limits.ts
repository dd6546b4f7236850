// The rate limits of /v1. A request is counted as soon as its caller is known, before anything else of it is looked at.
//
// An authenticated request counts against the allowance of the workspace or person. Any other request (no token, an
// unknown one, one that may not act there) counts against the caller's address, which slows down guessing and loops.
// For tokens that were not valid lately, bound-look-ups.ts checks that count before the statement.

import type { IncomingMessage } from 'node:http';
import { refuse, type Refusal } from '../errors/refusal';
import type { PlanTable } from '../plans/plan-table';
import { allowanceOf, type LimitedCaller } from './allowance-of';
import { callerAddressOf, seenAddressesOf } from './caller-address-of';
import { rateLimitHeadersOf } from './rate-limit-headers-of';
import type { RequestCounter } from './request-counter';
import { makeTakeRequest } from './take-request';

export type RateLimits = {
  /** `headers` are sent with the request's answer, whatever it will be. */
  takeActor: (actor: LimitedCaller) => Promise<AllowedRequest | Refusal>;
  /** A refusal to give instead of the one from the authentication. Undefined when there is none. */
  takeAnonymous: (message: IncomingMessage) => Promise<Refusal | undefined>;
};

export type AllowedRequest = { kind: 'allowed'; headers: Record<string, string> };

/** The plans' limits are per minute. */
export const WINDOW_SECONDS = 60;

/** Twice what the smallest plan with an API has: many may share an address. */
export const ANONYMOUS_REQUESTS = 600;

export function makeRateLimits(
  deps: { actorCounter: RequestCounter; anonymousCounter: RequestCounter },
  settings: { plans?: PlanTable; trustedProxies?: number; anonymousLimit?: number },
): RateLimits {
  const takeOfActor = makeTakeRequest({ counter: deps.actorCounter });
  const takeOfAnonymous = makeTakeRequest({ counter: deps.anonymousCounter });
  const { plans, trustedProxies = 0, anonymousLimit = ANONYMOUS_REQUESTS } = settings;

  const refuseFor = (seconds: number, headers: Record<string, string> = {}) =>
    refuse('RATE_LIMITED', {}, { ...headers, 'Retry-After': String(seconds) });

  return {
    takeActor: async (actor) => {
      const allowance = allowanceOf(actor, plans);
      const taken = await takeOfActor(allowance);
      const windowSeconds = deps.actorCounter.windowSeconds;
      const headers = rateLimitHeadersOf(taken, { requests: allowance.requests, windowSeconds });
      return taken.isAllowed ? { kind: 'allowed', headers } : refuseFor(taken.secondsLeft, headers);
    },
    takeAnonymous: async ({ headers, socket }) => {
      const address = callerAddressOf(seenAddressesOf(headers, socket.remoteAddress), trustedProxies);
      const taken = await takeOfAnonymous({ key: `address:${address}`, requests: anonymousLimit });
      return taken.isAllowed ? undefined : refuseFor(taken.secondsLeft);
    },
  };
}
