// Bounds the tries at one account from browsers that it does not know: 50 in four hours are free, each further one is a
// turn that begins a growing delay. Nothing is refused for longer than the delay.
//
// An address's first three turns of a day have a delay of their own, so that a few addresses that guess all day leave
// turns to a person at a new browser: holding all of those takes 120 addresses a day. At worst one account is guessed at
// 130 times in four hours, 780 times a day: 50 free tries, 20 turns while the delay grows, then one in 5 minutes from
// fresh addresses (42) and one in 15 minutes from all others (16). An IPv6 site of 48 bits is one address.

import type { MakeCounter } from '../rate-limits/make-counters';
import { makeTakeRequest } from '../rate-limits/take-request';

/** Longer would fill the memory with the keys of those who try many accounts. */
const TRIES_SECONDS = 4 * 3_600;
const FRESH_SECONDS = 24 * 3_600;
export const TRIES_PER_ACCOUNT = 50;
const FRESH_TURNS = 3;
const FIRST_DELAY_SECONDS = 15;
const MAX_FRESH_DELAY_SECONDS = 5 * 60;
const MAX_DELAY_SECONDS = 15 * 60;
/** The delay doubles after as many. */
const TURNS_PER_STEP = 4;

export type AccountTurn =
  | { kind: 'taken'; giveBack: () => Promise<void> }
  /** `seconds`: until the next turn. */
  | { kind: 'wait'; seconds: number };

export type AccountTurns = { take: (account: string, clientAddress: string) => Promise<AccountTurn> };

/** `turn`: the how manieth of the four hours. */
function delayOf(turn: number, isFresh: boolean): number {
  if (!isFresh) return MAX_DELAY_SECONDS;
  const step = Math.floor((turn - 1) / TURNS_PER_STEP);
  return Math.min(FIRST_DELAY_SECONDS * 2 ** step, MAX_FRESH_DELAY_SECONDS);
}

export function makeAccountTurns(deps: { makeCounter: MakeCounter }): AccountTurns {
  const ofAccount = deps.makeCounter('sign-in-account', TRIES_SECONDS);
  const ofAddress = deps.makeCounter('sign-in-fresh', FRESH_SECONDS);
  const ofDelay = deps.makeCounter('sign-in-turn', MAX_DELAY_SECONDS);
  const takeDelay = makeTakeRequest({ counter: ofDelay });

  return {
    take: async (account, clientAddress) => {
      const tries = `account:${account}`;
      const turns = `${tries} address:${clientAddress}`;
      const { count } = await ofAccount.count(tries);
      if (count <= TRIES_PER_ACCOUNT) return { kind: 'taken', giveBack: () => ofAccount.uncount(tries) };
      const isFresh = (await ofAddress.look(turns)).count < FRESH_TURNS;
      const key = `${isFresh ? 'fresh' : 'other'} ${tries}`;
      const windowSeconds = delayOf(count - TRIES_PER_ACCOUNT, isFresh);
      const { isAllowed, secondsLeft } = await takeDelay({ key, requests: 1, windowSeconds });
      if (!isAllowed) {
        await ofAccount.uncount(tries);
        return { kind: 'wait', seconds: secondsLeft };
      }
      await ofAddress.count(turns);
      const giveBack = async () => {
        await ofAccount.uncount(tries);
        await ofAddress.uncount(turns);
        await ofDelay.reset(key);
      };
      return { kind: 'taken', giveBack };
    },
  };
}
