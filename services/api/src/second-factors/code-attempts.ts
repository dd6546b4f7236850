// Limits guesses of second factors: 10 in 15 minutes and 30 a day at one account, and 100 in 15 minutes from one
// address. Three of a million codes are right at a time, so a day of guesses finds one in 11,000 accounts. A new
// password begins the account's count anew, because guessing needs the password.

import { createHash } from 'node:crypto';
import type { Refusal } from '../errors/refusal';
import type { MakeCounter } from '../rate-limits/make-counters';
import { takeEach } from '../rate-limits/take-each';
import type { CountedAttempt } from '../sessions/login-attempts';

const WINDOW_SECONDS = 15 * 60;
const DAY_SECONDS = 24 * 3_600;
export const CODES_PER_ACCOUNT = 10;
export const CODES_PER_DAY = 30;
export const CODES_PER_ADDRESS = 100;

export type CodeAttempts = {
  consume: (guess: {
    userId: string;
    passwordHash: string | null;
    clientAddress: string;
  }) => Promise<CountedAttempt | Refusal>;
};

export function makeCodeAttempts(deps: { makeCounter: MakeCounter }): CodeAttempts {
  const recent = deps.makeCounter('second-factor', WINDOW_SECONDS);
  const daily = deps.makeCounter('second-factor-day', DAY_SECONDS);
  return {
    consume: async ({ userId, passwordHash, clientAddress }) => {
      const secret = createHash('sha256')
        .update(passwordHash ?? '')
        .digest('base64url');
      const account = `account:${userId} ${secret}`;
      const taken = await takeEach([
        { counter: recent, key: `address:${clientAddress}`, requests: CODES_PER_ADDRESS },
        { counter: recent, key: account, requests: CODES_PER_ACCOUNT },
        { counter: daily, key: account, requests: CODES_PER_DAY },
      ]);
      if (taken.kind === 'refused') return taken;
      return { kind: 'consumed', refund: taken.cancel, cancel: taken.cancel };
    },
  };
}
