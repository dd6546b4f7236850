// Throttles the login attempts at one account from unknown browsers: 50 in four hours are free, each further one begins
// a growing delay. No attempt is refused for longer than the delay.
//
// An address's first three delayed attempts of a day have a delay of their own. So a few addresses that guess all day
// do not block a person at a new browser: that takes 120 addresses a day. At worst one account gets 130 guesses in four
// hours, 780 a day: 50 free ones, 20 while the delay grows, then one in 5 minutes from fresh addresses (42) and one in
// 15 minutes from all others (16). An IPv6 site of 48 bits is one address.

import type { MakeCounter } from '../rate-limits/make-counters';
import { makeTakeRequest } from '../rate-limits/take-request';

/** A longer window would fill the memory with the keys of attackers that try many accounts. */
const ATTEMPTS_SECONDS = 4 * 3_600;
const FRESH_SECONDS = 24 * 3_600;
export const ATTEMPTS_PER_ACCOUNT = 50;
const FRESH_ATTEMPTS = 3;
const FIRST_DELAY_SECONDS = 15;
const MAX_FRESH_DELAY_SECONDS = 5 * 60;
const MAX_DELAY_SECONDS = 15 * 60;
/** The delay doubles after this many attempts. */
const ATTEMPTS_PER_STEP = 4;

export type ThrottledAttempt =
  | { kind: 'consumed'; refund: () => Promise<void> }
  /** `seconds`: until the next attempt. */
  | { kind: 'delayed'; seconds: number };

export type AccountThrottle = {
  consume: (account: string, clientAddress: string) => Promise<ThrottledAttempt>;
};

/** `attempt`: the attempt's number among the delayed ones of the four hours. */
function delayOf(attempt: number, isFresh: boolean): number {
  if (!isFresh) return MAX_DELAY_SECONDS;
  const step = Math.floor((attempt - 1) / ATTEMPTS_PER_STEP);
  return Math.min(FIRST_DELAY_SECONDS * 2 ** step, MAX_FRESH_DELAY_SECONDS);
}

export function makeAccountThrottle(deps: { makeCounter: MakeCounter }): AccountThrottle {
  const ofAccount = deps.makeCounter('sign-in-account', ATTEMPTS_SECONDS);
  const ofAddress = deps.makeCounter('sign-in-fresh', FRESH_SECONDS);
  const ofDelay = deps.makeCounter('sign-in-turn', MAX_DELAY_SECONDS);
  const takeDelay = makeTakeRequest({ counter: ofDelay });

  return {
    consume: async (account, clientAddress) => {
      const ofWhole = `account:${account}`;
      const ofBoth = `${ofWhole} address:${clientAddress}`;
      const { count } = await ofAccount.count(ofWhole);
      if (count <= ATTEMPTS_PER_ACCOUNT)
        return { kind: 'consumed', refund: () => ofAccount.uncount(ofWhole) };
      const isFresh = (await ofAddress.look(ofBoth)).count < FRESH_ATTEMPTS;
      const key = `${isFresh ? 'fresh' : 'other'} ${ofWhole}`;
      const windowSeconds = delayOf(count - ATTEMPTS_PER_ACCOUNT, isFresh);
      const { isAllowed, secondsLeft } = await takeDelay({ key, requests: 1, windowSeconds });
      if (!isAllowed) {
        await ofAccount.uncount(ofWhole);
        return { kind: 'delayed', seconds: secondsLeft };
      }
      await ofAddress.count(ofBoth);
      const refund = async () => {
        await ofAccount.uncount(ofWhole);
        await ofAddress.uncount(ofBoth);
        await ofDelay.reset(key);
      };
      return { kind: 'consumed', refund };
    },
  };
}
