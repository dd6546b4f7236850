// A fair semaphore: bounds how many pieces of work run at once, of all keys together and of each key. Work has one key
// (a workspace, a person, an address) or two (a workspace and a person), and counts for both. Keys that wait take turns
// (round robin), so a key with a long queue never delays one with a short queue. Queues are bounded in length and time.

import { InfrastructureError } from '@kurz/process';

export class OverShareError extends Error {
  override readonly name = 'OverShareError';
}

/** A workspace, and the person who is behind the work where one is known. */
export type TurnKeys = readonly [key: string, person: string | null];

/**
 * Throws what `work` throws, an OverShareError, or a retriable InfrastructureError; `work` has not begun for the last
 * two.
 */
export type RunFairly = <T>(keys: string | TurnKeys, work: () => Promise<T>) => Promise<T>;

export type FairSemaphoreConfig = {
  permits: number;
  permitsPerKey: number;
  /** Of a person who is a second key; default: as of a first one. */
  permitsPerPerson?: number;
  /** Longest queue of all keys together; where it is full, the longest queue of a key loses its newest piece of work. */
  queueLength: number;
  /** Of the second key as well. */
  queueLengthPerKey: number;
  longestWaitMs: number;
};

type Waiter = { begin: () => void; refuse: (error: Error) => void };
/** `lastTurn`: the number of the turn that it had last, or came after. */
type Key = { name: string; permits: number; running: number; waiting: Set<Waiter>; lastTurn: number };
/** Those that wait with the same keys, in the order of their arrival. */
type Queue = { name: string; keys: readonly Key[]; waiting: Set<Waiter> };

const isFree = (key: Key) => key.running < key.permits;
/** Least recently served first; of two keys, the one that was served last counts. */
const rankOf = ({ keys }: Queue) => Math.max(...keys.map(({ lastTurn }) => lastTurn));

export function makeFairSemaphore(config: FairSemaphoreConfig): RunFairly {
  const { permits, permitsPerKey, permitsPerPerson = permitsPerKey } = config;
  const { queueLength, queueLengthPerKey, longestWaitMs } = config;
  const keys = new Map<string, Key>();
  /** While a permit is free, none of them could begin. */
  const queues = new Map<string, Queue>();
  let running = 0;
  let queued = 0;
  let turn = 0;

  function keyOf(name: string, permitsOfKey: number): Key {
    const known = keys.get(name);
    if (known) return known;
    // behind those that wait already, however often it comes back
    const key = { name, permits: permitsOfKey, running: 0, waiting: new Set<Waiter>(), lastTurn: ++turn };
    keys.set(name, key);
    return key;
  }

  function forget(idle: readonly Key[]): void {
    for (const key of idle) if (key.running === 0 && key.waiting.size === 0) keys.delete(key.name);
  }

  function count(begun: readonly Key[]): void {
    running += 1;
    turn += 1;
    for (const key of begun) {
      key.running += 1;
      key.lastTurn = turn;
    }
  }

  function queueOf(itsKeys: readonly Key[]): Queue {
    const name = itsKeys.map((key) => key.name).join('\n');
    const queue = queues.get(name) ?? { name, keys: itsKeys, waiting: new Set() };
    queues.set(name, queue);
    return queue;
  }

  function leaveQueue(queue: Queue, waiter: Waiter): void {
    if (!queue.waiting.delete(waiter)) return;
    queued -= 1;
    if (queue.waiting.size === 0) queues.delete(queue.name);
    for (const key of queue.keys) key.waiting.delete(waiter);
    forget(queue.keys);
  }

  function dropFromLongestQueue(): void {
    let longest: Key | undefined;
    for (const key of keys.values()) if (!longest || key.waiting.size > longest.waiting.size) longest = key;
    const newest = longest && [...longest.waiting].at(-1);
    if (newest) newest.refuse(new OverShareError('the longest queue of all that wait'));
  }

  const waitForPermit = (itsKeys: readonly Key[]) =>
    new Promise<void>((resolve, reject) => {
      const queue = queueOf(itsKeys);
      const settle = (then: () => void) => {
        clearTimeout(timer);
        leaveQueue(queue, waiter);
        then();
      };
      const waiter: Waiter = {
        begin: () => {
          // counted first: a key is forgotten when nothing of it waits or runs
          count(itsKeys);
          settle(resolve);
        },
        refuse: (error) => settle(() => reject(error)),
      };
      const late = () => {
        const text = `no permit within ${longestWaitMs} ms`;
        const isOwn = !itsKeys.every(isFree);
        waiter.refuse(isOwn ? new OverShareError(text) : new InfrastructureError(text, true));
      };
      const timer = setTimeout(late, longestWaitMs);
      queue.waiting.add(waiter);
      for (const key of itsKeys) key.waiting.add(waiter);
      queued += 1;
      if (queued > queueLength) dropFromLongestQueue();
    });

  function nextQueue(): Queue | undefined {
    let next: Queue | undefined;
    for (const queue of queues.values()) {
      if (queue.keys.every(isFree) && (!next || rankOf(queue) < rankOf(next))) next = queue;
    }
    return next;
  }

  function beginNext(): void {
    while (running < permits) {
      const [first] = nextQueue()?.waiting ?? [];
      if (!first) return;
      first.begin();
    }
  }

  return async (named, work) => {
    const [name, person] = typeof named === 'string' ? [named, null] : named;
    const itsKeys = [keyOf(name, permitsPerKey)];
    if (person !== null) itsKeys.push(keyOf(person, permitsPerPerson));
    if (running < permits && itsKeys.every(isFree)) {
      count(itsKeys);
    } else {
      if (itsKeys.some((key) => key.waiting.size >= queueLengthPerKey)) {
        forget(itsKeys);
        throw new OverShareError('too many wait already');
      }
      await waitForPermit(itsKeys);
    }
    try {
      return await work();
    } finally {
      running -= 1;
      for (const key of itsKeys) key.running -= 1;
      forget(itsKeys);
      beginNext();
    }
  };
}
