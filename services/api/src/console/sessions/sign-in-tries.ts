// Bounds how often passwords can be guessed: for one e-mail address, and from one client address for all of them. Each
// try is taken before the password is looked at, so that parallel ones count as well, and given back when it was right.

import { refuse, type Refusal } from '../../errors/refusal';
import type { MakeCounter } from '../../rate-limits/make-counters';
import { makeTakeRequest } from '../../rate-limits/take-request';

const WINDOW_SECONDS = 15 * 60;
export const TRIES_PER_EMAIL = 10;
/** An office behind one address mistypes more often than one person. */
export const TRIES_PER_ADDRESS = 100;

export type SignInTries = {
  /** A refusal when there were too many. */
  take: (who: { email: string; clientAddress: string }) => Promise<Refusal | undefined>;
  /** After the right password. */
  giveBack: (who: { email: string; clientAddress: string }) => Promise<void>;
};

const emailKeyOf = (email: string) => `email:${email.trim().toLowerCase()}`;
const addressKeyOf = (clientAddress: string) => `address:${clientAddress}`;

export function makeSignInTries(deps: { makeCounter: MakeCounter }): SignInTries {
  const counter = deps.makeCounter('sign-in', WINDOW_SECONDS);
  const takeRequest = makeTakeRequest({ counter });
  return {
    take: async ({ email, clientAddress }) => {
      const limits = [
        { key: addressKeyOf(clientAddress), requests: TRIES_PER_ADDRESS },
        { key: emailKeyOf(email), requests: TRIES_PER_EMAIL },
      ];
      for (const limit of limits) {
        const { isAllowed, secondsLeft } = await takeRequest(limit);
        if (!isAllowed) return refuse('RATE_LIMITED', {}, { 'Retry-After': String(secondsLeft) });
      }
      return undefined;
    },
    giveBack: async ({ email, clientAddress }) => {
      await counter.reset(emailKeyOf(email));
      await counter.uncount(addressKeyOf(clientAddress));
    },
  };
}
