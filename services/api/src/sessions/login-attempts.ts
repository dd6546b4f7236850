// Limits login attempts. A known browser or an open session has a counter of its own, which others cannot use up. All
// others count by account and address, by address, and by account in account-throttle.ts. An attempt is consumed before
// the password is checked, so that parallel ones count as well, and refunded when the password was right.

import { createHash } from 'node:crypto';
import type { Refusal } from '../errors/refusal';
import type { MakeCounter } from '../rate-limits/make-counters';
import { rateLimited } from '../rate-limits/rate-limited';
import { takeEach } from '../rate-limits/take-each';
import { makeAccountThrottle } from './account-throttle';

const WINDOW_SECONDS = 15 * 60;
export const ATTEMPTS_PER_KNOWN = 10;
export const ATTEMPTS_PER_ACCOUNT_AND_ADDRESS = 10;
/** An office behind one address mistypes more often than one person. */
export const ATTEMPTS_PER_ADDRESS = 100;

/** The account whose password is guessed. `userId` is set when the e-mail address has an account. */
type AnonymousSubject = {
  kind: 'anonymous';
  email: string;
  userId: string | undefined;
  clientAddress: string;
};

/** `id`: that of a known browser or an open session, which the server gave out for this account alone. */
export type LoginSubject = AnonymousSubject | { kind: 'known'; id: string };

/** `refund`: to be called after the right password. `cancel`: to be called when nothing was checked. */
export type CountedAttempt = {
  kind: 'consumed';
  refund: () => Promise<void>;
  cancel: () => Promise<void>;
};

export type LoginAttempts = { consume: (subject: LoginSubject) => Promise<CountedAttempt | Refusal> };

/**
 * The account that PostgreSQL found, so that spellings that it takes for one address count as one. An unknown address
 * may be as long as a body, so it is hashed.
 */
const accountOf = ({ email, userId }: AnonymousSubject) =>
  userId ?? createHash('sha256').update(email.trim().toLowerCase()).digest('base64url');

export function makeLoginAttempts(deps: { makeCounter: MakeCounter }): LoginAttempts {
  const counter = deps.makeCounter('sign-in', WINDOW_SECONDS);
  const throttle = makeAccountThrottle(deps);

  async function consumeOfKnown(id: string): Promise<CountedAttempt | Refusal> {
    const key = `known:${id}`;
    const taken = await takeEach([{ counter, key, requests: ATTEMPTS_PER_KNOWN }]);
    if (taken.kind === 'refused') return taken;
    return { kind: 'consumed', refund: () => counter.reset(key), cancel: taken.cancel };
  }

  async function consumeOfAnonymous(subject: AnonymousSubject): Promise<CountedAttempt | Refusal> {
    const account = accountOf(subject);
    const address = `address:${subject.clientAddress}`;
    const both = `account:${account} ${address}`;
    // a refusal by these limits takes nothing from the account's or the address's: no password is checked
    const taken = await takeEach([
      { counter, key: address, requests: ATTEMPTS_PER_ADDRESS },
      { counter, key: both, requests: ATTEMPTS_PER_ACCOUNT_AND_ADDRESS },
    ]);
    if (taken.kind === 'refused') return taken;
    const throttled = await throttle.consume(account, subject.clientAddress);
    if (throttled.kind === 'delayed') {
      // no password was checked
      await taken.cancel();
      return rateLimited(throttled.seconds);
    }
    const refund = async () => {
      await counter.reset(both);
      await counter.uncount(address);
      await throttled.refund();
    };
    const cancel = async () => {
      await taken.cancel();
      await throttled.refund();
    };
    return { kind: 'consumed', refund, cancel };
  }

  return {
    consume: (subject) =>
      subject.kind === 'known' ? consumeOfKnown(subject.id) : consumeOfAnonymous(subject),
  };
}
