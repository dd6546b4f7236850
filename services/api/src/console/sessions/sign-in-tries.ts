// Bounds how often passwords can be guessed: those of one account from one client address, of one account from all
// addresses, and of all accounts from one address. One address alone cannot keep the account's owner out. Each try is
// taken before the password is looked at, so that parallel ones count as well, and given back when it was right.

import { createHash } from 'node:crypto';
import { refuse, type Refusal } from '../../errors/refusal';
import type { MakeCounter } from '../../rate-limits/make-counters';
import type { RequestCounter } from '../../rate-limits/request-counter';
import { makeTakeRequest } from '../../rate-limits/take-request';

const WINDOW_SECONDS = 15 * 60;
export const TRIES_PER_ACCOUNT_AND_ADDRESS = 10;
export const TRIES_PER_ACCOUNT = 50;
/** An office behind one address mistypes more often than one person. */
export const TRIES_PER_ADDRESS = 100;

/** Whose password is tried: `userId` where the e-mail address has an account. */
export type Tried = { email: string; userId: string | undefined; clientAddress: string };

export type SignInTries = {
  /** A refusal when there were too many. */
  take: (who: Tried) => Promise<Refusal | undefined>;
  /** After the right password. */
  giveBack: (who: Tried) => Promise<void>;
};

/**
 * The account that PostgreSQL found, so that an address it takes for the same counts as the same. An unknown address may
 * be as long as a body.
 */
const accountOf = ({ email, userId }: Tried) =>
  userId ?? createHash('sha256').update(email.trim().toLowerCase()).digest('base64url');

function keysOf(who: Tried) {
  const account = accountOf(who);
  return {
    address: `address:${who.clientAddress}`,
    both: `account:${account} address:${who.clientAddress}`,
    account: `account:${account}`,
  };
}

async function giveBack(counter: RequestCounter, who: Tried): Promise<void> {
  const { address, both, account } = keysOf(who);
  await counter.reset(both);
  for (const key of [account, address]) await counter.uncount(key);
}

export function makeSignInTries(deps: { makeCounter: MakeCounter }): SignInTries {
  const counter = deps.makeCounter('sign-in', WINDOW_SECONDS);
  const takeRequest = makeTakeRequest({ counter });
  return {
    take: async (who) => {
      const { address, both, account } = keysOf(who);
      // what the narrower limits refuse takes nothing from the account's
      const limits = [
        { key: address, requests: TRIES_PER_ADDRESS },
        { key: both, requests: TRIES_PER_ACCOUNT_AND_ADDRESS },
        { key: account, requests: TRIES_PER_ACCOUNT },
      ];
      for (const limit of limits) {
        const { isAllowed, secondsLeft } = await takeRequest(limit);
        if (!isAllowed) return refuse('RATE_LIMITED', {}, { 'Retry-After': String(secondsLeft) });
      }
      return undefined;
    },
    giveBack: (who) => giveBack(counter, who),
  };
}
