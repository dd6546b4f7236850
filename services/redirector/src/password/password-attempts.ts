// Limits the attempts at the password of a link, per client address, in a window that begins with the first attempt.
// They are counted in Redis for all redirectors, and always in the memory of this process, which decides alone while
// Redis is away.

import type { Log } from '@kurz/process';
import { luaScript } from '@kurz/redis';
import { makeCircuitBreaker, within } from '@kurz/resilience';
import { LRUCache } from 'lru-cache';
import { macUnderHash } from './mac-under-hash';

export const MAX_ATTEMPTS = 10;
const WINDOW_MS = 15 * 60_000;
/** Some 200 bytes each; clients choose them. */
const MAX_KEYS = 50_000;
/** Time limit of Redis; a connection in production gives up earlier. Only the sender of a password waits for it. */
const LIMIT_MS = 1_000;
const BREAKER = { store: 'link-tries', failures: 1, probeEveryMs: 1_000 };
const KEY_CHARACTERS = 22;

export type Seen = { count: number; msLeft: number };

/** The counts that redirectors share. Its calls reject while it is away. */
export type SharedAttempts = {
  count: (key: string) => Promise<Seen>;
  uncount: (key: string) => Promise<void>;
};

type Connection = Parameters<ReturnType<typeof luaScript>>[0];

/**
 * A value that is not a count, as from another program, is removed: it would keep Redis from counting for all
 * redirectors.
 */
const COUNT = luaScript(`
local count = redis.pcall('INCR', KEYS[1])
if type(count) == 'table' then
  if not string.find(count.err, 'WRONGTYPE', 1, true) and not string.find(count.err, 'integer', 1, true) then
    return count
  end
  redis.call('DEL', KEYS[1])
  count = redis.call('INCR', KEYS[1])
end
local left = redis.call('PTTL', KEYS[1])
if left < 0 then
  redis.call('PEXPIRE', KEYS[1], ARGV[1])
  left = tonumber(ARGV[1])
end
return {count, left}`);

/** Does nothing for a key that has expired: its count would begin below zero. */
const UNCOUNT = luaScript(`
if redis.call('PTTL', KEYS[1]) > 0 then redis.call('DECR', KEYS[1]) end
return 1`);

export function makeRedisAttempts(redis: Connection): SharedAttempts {
  const [count, uncount] = [COUNT(redis), UNCOUNT(redis)];
  const nameOf = (key: string) => `kurz:tries:${key}`;
  return {
    count: async (key) => {
      const counted = await count([nameOf(key)], [WINDOW_MS]);
      const [attempts, msLeft] = Array.isArray(counted) ? counted.map(Number) : [];
      return { count: attempts ?? 0, msLeft: msLeft ?? 0 };
    },
    uncount: async (key) => void (await uncount([nameOf(key)], [])),
  };
}

/** By which client it is made, at which link. */
export type PasswordAttempt = { linkId: string; passwordHash: string; address: string };

/** A MAC, so that no address leaves the process. */
const sharedKeyOf = ({ linkId, passwordHash, address }: PasswordAttempt): string =>
  macUnderHash(passwordHash, 'tries at a link, version 1', `${linkId} ${address}`).slice(0, KEY_CHARACTERS);

const ownKeyOf = ({ linkId, address }: Pick<PasswordAttempt, 'linkId' | 'address'>) => `${linkId} ${address}`;

export type TakenAttempt =
  { kind: 'taken'; refund: () => Promise<void> } | { kind: 'used_up'; seconds: number };

export type PasswordAttempts = {
  /** Seconds until the next attempt, as far as this process knows; undefined when one is left. */
  secondsLeft: (of: Pick<PasswordAttempt, 'linkId' | 'address'>) => number | undefined;
  take: (of: PasswordAttempt) => Promise<TakenAttempt>;
  close: () => void;
};

const secondsOf = (ms: number) => Math.min(Math.max(Math.ceil(ms / 1_000), 1), WINDOW_MS / 1_000);

export function makePasswordAttempts(deps: {
  shared?: SharedAttempts;
  now: () => number;
  log: Log;
}): PasswordAttempts {
  const { shared, now } = deps;
  const own = new LRUCache<string, { count: number; until: number }>({ max: MAX_KEYS });
  const breaker =
    shared && makeCircuitBreaker(deps, { ...BREAKER, probe: () => within(LIMIT_MS, shared.count('probe')) });
  const callShared = async <T>(call: (of: SharedAttempts) => Promise<T>): Promise<T | undefined> => {
    const answered = shared && (await breaker?.attempt(() => within(LIMIT_MS, call(shared))));
    return answered?.kind === 'done' ? answered.value : undefined;
  };

  const msLeftOf = ({ until }: { until: number }) => until - now();
  /** The open window of the key. */
  const openOf = (key: string) => {
    const known = own.get(key);
    // a clock that is set back must not prolong a window
    return known && msLeftOf(known) > 0 && msLeftOf(known) <= WINDOW_MS ? known : undefined;
  };
  const begin = (key: string) => {
    const begun = { count: 0, until: now() + WINDOW_MS };
    own.set(key, begun);
    return begun;
  };

  const take = async (of: PasswordAttempt): Promise<TakenAttempt> => {
    const mine = openOf(ownKeyOf(of)) ?? begin(ownKeyOf(of));
    mine.count++;
    const key = sharedKeyOf(of);
    const common = await callShared((store) => store.count(key));
    const seen = [{ count: mine.count, msLeft: msLeftOf(mine) }, common ?? { count: 0, msLeft: 0 }];
    const over = seen.filter(({ count }) => count > MAX_ATTEMPTS);
    const refund = async () => {
      mine.count--;
      if (common) await callShared((store) => store.uncount(key));
    };
    if (over.length === 0) return { kind: 'taken', refund };
    // a refused attempt does not count
    await refund();
    return { kind: 'used_up', seconds: secondsOf(Math.max(...over.map(({ msLeft }) => msLeft))) };
  };

  return {
    secondsLeft: (of) => {
      const known = openOf(ownKeyOf(of));
      return known && known.count >= MAX_ATTEMPTS ? secondsOf(msLeftOf(known)) : undefined;
    },
    take,
    close: () => breaker?.close(),
  };
}
