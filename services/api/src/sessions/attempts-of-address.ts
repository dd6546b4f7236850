// Limits how often a client address can guess the secret of a link, or answer with a wrong passkey. An attempt is
// consumed before the secret is looked at, so that parallel ones count as well, and refunded when it was right.

import type { Refusal } from '../errors/refusal';
import type { MakeCounter } from '../rate-limits/make-counters';
import { takeEach } from '../rate-limits/take-each';
import type { CountedAttempt } from './login-attempts';

const WINDOW_SECONDS = 15 * 60;
export const ATTEMPTS_PER_ADDRESS = 30;

export type AttemptsOfAddress = { consume: (clientAddress: string) => Promise<CountedAttempt | Refusal> };

export function makeAttemptsOfAddress(
  deps: { makeCounter: MakeCounter },
  what: 'sign-in-link' | 'password-reset' | 'passkey',
): AttemptsOfAddress {
  const counter = deps.makeCounter(what, WINDOW_SECONDS);
  return {
    consume: async (key) => {
      const taken = await takeEach([{ counter, key, requests: ATTEMPTS_PER_ADDRESS }]);
      if (taken.kind === 'refused') return taken;
      return { kind: 'consumed', refund: taken.cancel, cancel: taken.cancel };
    },
  };
}
