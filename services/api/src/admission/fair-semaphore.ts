// A fair semaphore: bounds how many pieces of work run at once, of all keys together and of each key. Keys that wait
// take turns (round robin), so a key with a long queue never delays one with a short queue. Queues are bounded in
// length and time.

import { InfrastructureError } from '@kurz/process';

export class OverShareError extends Error {
  override readonly name = 'OverShareError';
}

/**
 * Throws what `work` throws, an OverShareError, or a retriable InfrastructureError; `work` has not begun for the last
 * two.
 */
export type RunFairly = <T>(key: string, work: () => Promise<T>) => Promise<T>;

export type FairSemaphoreConfig = {
  permits: number;
  permitsPerKey: number;
  /** Longest queue of all keys together; where it is full, the longest queue of a key loses its newest piece of work. */
  queueLength: number;
  queueLengthPerKey: number;
  longestWaitMs: number;
};

type Waiter = { begin: () => void; refuse: (error: Error) => void };
type Key = { name: string; running: number; waiting: Set<Waiter> };

export function makeFairSemaphore(config: FairSemaphoreConfig): RunFairly {
  const { permits, permitsPerKey, queueLength, queueLengthPerKey, longestWaitMs } = config;
  const keys = new Map<string, Key>();
  /** Those with a queue, in the order of their turns. While a permit is free, each of them runs all that it may. */
  const turns = new Set<Key>();
  let running = 0;
  let queued = 0;

  function keyOf(name: string): Key {
    const known = keys.get(name) ?? { name, running: 0, waiting: new Set() };
    keys.set(name, known);
    return known;
  }

  function leaveQueue(key: Key, waiter: Waiter): void {
    if (key.waiting.delete(waiter)) queued -= 1;
    if (key.waiting.size > 0) return;
    turns.delete(key);
    if (key.running === 0) keys.delete(key.name);
  }

  function dropFromLongestQueue(): void {
    const [longest] = [...turns].sort((a, b) => b.waiting.size - a.waiting.size);
    const newest = longest && [...longest.waiting].at(-1);
    if (newest) newest.refuse(new OverShareError('the longest queue of all that wait'));
  }

  const waitForPermit = (key: Key) =>
    new Promise<void>((resolve, reject) => {
      const settle = (then: () => void) => {
        clearTimeout(timer);
        leaveQueue(key, waiter);
        then();
      };
      const waiter: Waiter = {
        begin: () => {
          // counted first: the key is forgotten when nothing of it waits or runs
          key.running += 1;
          running += 1;
          settle(resolve);
        },
        refuse: (error) => settle(() => reject(error)),
      };
      const late = () => {
        const text = `no permit within ${longestWaitMs} ms`;
        const isOwn = key.running >= permitsPerKey;
        waiter.refuse(isOwn ? new OverShareError(text) : new InfrastructureError(text, true));
      };
      const timer = setTimeout(late, longestWaitMs);
      key.waiting.add(waiter);
      turns.add(key);
      queued += 1;
      if (queued > queueLength) dropFromLongestQueue();
    });

  function beginNext(): void {
    for (const key of turns) {
      if (running >= permits) return;
      if (key.running >= permitsPerKey) continue;
      const [first] = key.waiting;
      turns.delete(key);
      // back to the end, behind those that have not had this turn
      if (key.waiting.size > 1) turns.add(key);
      first?.begin();
    }
  }

  return async (name, work) => {
    const key = keyOf(name);
    if (running < permits && key.running < permitsPerKey) {
      key.running += 1;
      running += 1;
    } else {
      if (key.waiting.size >= queueLengthPerKey) throw new OverShareError('too many wait already');
      await waitForPermit(key);
    }
    try {
      return await work();
    } finally {
      key.running -= 1;
      running -= 1;
      if (key.running === 0 && key.waiting.size === 0) keys.delete(name);
      beginNext();
    }
  };
}
