// Bounds the statements that one address causes with invalid tokens and sessions. Within the address's limit each key
// is looked up. Beyond it, only keys that were valid here in the last minutes are looked up, and five others per
// second: a valid key that is new to this process passes then, or gets a Retry-After of a second.

import type { Clock } from '@kurz/process';
import type { Refusal } from '../errors/refusal';
import { rateLimited } from './rate-limited';
import type { RequestCounter } from './request-counter';
import { makeTakeRequest } from './take-request';

export const LOOK_UP_SECONDS = 1;
/** Look-ups for one address beyond its limit, in all processes: half of what the limit allows on average. */
export const LOOK_UPS_BEYOND_LIMIT = 5;
/** How long a key counts as lately valid. It is looked up nevertheless, so a revoked one ends at once. */
const VALID_MS = 5 * 60_000;
const MAX_VALID = 10_000;

/**
 * `key`: that of the token or session. `address`: the one under which the caller is counted. Resolves with what
 * `lookUp` finds, or with a refusal in its place.
 */
export type BoundLookUp = <T>(
  asked: { key: string; address: string },
  lookUp: () => Promise<T | undefined>,
) => Promise<{ kind: 'looked_up'; found: T | undefined } | Refusal>;

/** Keys that were valid lately. When there are too many, the key that was valid longest ago is dropped. */
function makeValidKeys({ clock }: { clock: Clock }) {
  const until = new Map<string, number>();
  return {
    has: (key: string) => (until.get(key) ?? 0) > clock.now(),
    note: (key: string, isValid: boolean) => {
      until.delete(key);
      if (isValid) until.set(key, clock.now() + VALID_MS);
      const [oldest] = until.keys();
      if (until.size > MAX_VALID && oldest !== undefined) until.delete(oldest);
    },
  };
}

/** Counts the look-ups of an address that are in flight in this process, which its counter does not include yet. */
function makeRunning() {
  const running = new Map<string, number>();
  return {
    begin: (address: string) => {
      const now = (running.get(address) ?? 0) + 1;
      running.set(address, now);
      return now;
    },
    end: (address: string) => {
      const left = (running.get(address) ?? 1) - 1;
      if (left > 0) running.set(address, left);
      else running.delete(address);
    },
  };
}

export function makeBoundLookUp(
  deps: { anonymousCounter: RequestCounter; lookUpCounter: RequestCounter; clock: Clock },
  settings: { anonymousLimit: number },
): BoundLookUp {
  const { anonymousCounter } = deps;
  const takeLookUp = makeTakeRequest({ counter: deps.lookUpCounter });
  const valid = makeValidKeys(deps);
  const running = makeRunning();

  /** Undefined when the key may be looked up. */
  async function refusalOf(address: string, runningNow: number): Promise<Refusal | undefined> {
    const { count } = await anonymousCounter.look(`address:${address}`);
    if (count + runningNow <= settings.anonymousLimit) return undefined;
    const taken = await takeLookUp({ key: `address:${address}`, requests: LOOK_UPS_BEYOND_LIMIT });
    return taken.isAllowed ? undefined : rateLimited(taken.secondsLeft);
  }

  return async ({ key, address }, lookUp) => {
    const isKnown = valid.has(key);
    const runningNow = isKnown ? 0 : running.begin(address);
    try {
      const refusal = isKnown ? undefined : await refusalOf(address, runningNow);
      if (refusal) return refusal;
      const found = await lookUp();
      valid.note(key, found !== undefined);
      return { kind: 'looked_up', found };
    } finally {
      if (!isKnown) running.end(address);
    }
  };
}
