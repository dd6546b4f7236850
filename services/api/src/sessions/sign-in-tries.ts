// Bounds how often passwords can be guessed. A known browser or an open session has a counter of its own, which nobody
// else can use up. Everybody else counts by account and address, by address, and by account in account-turns.ts. Each try
// is taken before the password is looked at, so that parallel ones count as well, and given back when it was right.

import { createHash } from 'node:crypto';
import { refuse, type Refusal } from '../errors/refusal';
import type { MakeCounter } from '../rate-limits/make-counters';
import { makeTakeRequest } from '../rate-limits/take-request';
import { makeAccountTurns } from './account-turns';

const WINDOW_SECONDS = 15 * 60;
export const TRIES_OF_KNOWN = 10;
export const TRIES_PER_ACCOUNT_AND_ADDRESS = 10;
/** An office behind one address mistypes more often than one person. */
export const TRIES_PER_ADDRESS = 100;

/** Whose password is tried: `userId` where the e-mail address has an account. */
type TriedByAnybody = { kind: 'anybody'; email: string; userId: string | undefined; clientAddress: string };

/** `id`: of what the server gave out for this account alone: a known browser, an open session. */
export type Tried = TriedByAnybody | { kind: 'known'; id: string };

/** `giveBack`: after the right password. */
export type TakenTry = { kind: 'taken'; giveBack: () => Promise<void> };

export type SignInTries = { take: (who: Tried) => Promise<TakenTry | Refusal> };

/**
 * The account that PostgreSQL found, so that an address it takes for the same counts as the same. An unknown address may
 * be as long as a body.
 */
const accountOf = ({ email, userId }: TriedByAnybody) =>
  userId ?? createHash('sha256').update(email.trim().toLowerCase()).digest('base64url');

const refusalOf = (seconds: number) => refuse('RATE_LIMITED', {}, { 'Retry-After': String(seconds) });

export function makeSignInTries(deps: { makeCounter: MakeCounter }): SignInTries {
  const counter = deps.makeCounter('sign-in', WINDOW_SECONDS);
  const takeRequest = makeTakeRequest({ counter });
  const turns = makeAccountTurns(deps);

  async function takeOfKnown(id: string): Promise<TakenTry | Refusal> {
    const key = `known:${id}`;
    const { isAllowed, secondsLeft } = await takeRequest({ key, requests: TRIES_OF_KNOWN });
    return isAllowed ? { kind: 'taken', giveBack: () => counter.reset(key) } : refusalOf(secondsLeft);
  }

  async function takeOfAnybody(who: TriedByAnybody): Promise<TakenTry | Refusal> {
    const account = accountOf(who);
    const address = `address:${who.clientAddress}`;
    const both = `account:${account} ${address}`;
    // what the narrower limits refuse takes nothing from the account's
    const limits = [
      { key: address, requests: TRIES_PER_ADDRESS },
      { key: both, requests: TRIES_PER_ACCOUNT_AND_ADDRESS },
    ];
    for (const limit of limits) {
      const { isAllowed, secondsLeft } = await takeRequest(limit);
      if (!isAllowed) return refusalOf(secondsLeft);
    }
    const turn = await turns.take(account, who.clientAddress);
    if (turn.kind === 'wait') {
      // no password was looked at
      for (const key of [both, address]) await counter.uncount(key);
      return refusalOf(turn.seconds);
    }
    const giveBack = async () => {
      await counter.reset(both);
      await counter.uncount(address);
      await turn.giveBack();
    };
    return { kind: 'taken', giveBack };
  }

  return { take: (who) => (who.kind === 'known' ? takeOfKnown(who.id) : takeOfAnybody(who)) };
}
