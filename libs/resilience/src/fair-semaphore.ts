// A fair semaphore: bounds how many pieces of work run at once, in total and per key. Work has one key (a workspace, a
// person, an address) or two (a workspace and a person), and counts for both. Waiting keys are served round robin, so a
// key with a long queue never delays one with a short queue. Queues are bounded in length and time. A key may have to
// rest after its work.

import { InfrastructureError } from './infrastructure-error';

export class OverShareError extends Error {
  override readonly name = 'OverShareError';
}

/** A workspace, and the person behind the work when one is known. */
export type SemaphoreKeys = readonly [key: string, person: string | null];

/**
 * Throws what `work` throws, an OverShareError, or a retriable InfrastructureError; `work` has not begun for the last
 * two. `excuse`: so many more ms of the work's duration do not count for its rest.
 */
export type RunFairly = <T>(
  keys: string | SemaphoreKeys,
  work: (excuse: (ms: number) => void) => Promise<T>,
) => Promise<T>;

export type FairSemaphoreConfig = {
  permits: number;
  /** A function is asked whenever work could begin. */
  permitsPerKey: number | ((key: string) => number);
  /** For a person as the second key; default: `permitsPerKey`. */
  permitsPerPerson?: number;
  /** Most waiting pieces of work in total. Beyond it, the key with the longest queue loses its newest piece of work. */
  queueLength: number;
  /** Longest queue of one key, also of a second key. */
  queueLengthPerKey: number;
  maxWaitMs: number;
  /**
   * Whether work that waits for the same keys would fail with this error too; it is then refused with the error.
   * Default: never.
   */
  isShared?: (error: unknown) => boolean;
  /** How long the keys rest after work that took `tookMs`, ms; default: 0. `key`: the first key. */
  restMs?: (key: string, tookMs: number) => number;
};

type Permits = FairSemaphoreConfig['permitsPerKey'];
type Waiter = { begin: () => void; refuse: (error: Error) => void };
/** `lastTurn`: the number of its last turn, or the number that it got on arrival. */
type Key = { name: string; permits: () => number; running: number; waiting: Set<Waiter>; lastTurn: number };
/** The work that waits for the same keys, in order of arrival. */
type Queue = { name: string; keys: readonly Key[]; waiting: Set<Waiter> };

const permitsOf = (name: string, permits: Permits) =>
  typeof permits === 'number' ? () => permits : () => permits(name);
const isFree = (key: Key) => key.running < key.permits();
/** Least recently served first; of two keys, the one that was served last counts. */
const rankOf = ({ keys }: Queue) => Math.max(...keys.map(({ lastTurn }) => lastTurn));

/** The keys for which work runs or waits, and how much runs for each. */
function makeKeys() {
  const keys = new Map<string, Key>();
  let turn = 0;
  return {
    of: (name: string, permits: Permits): Key => {
      const known = keys.get(name);
      if (known) return known;
      // behind those that wait already, however often it comes back
      const key = {
        name,
        permits: permitsOf(name, permits),
        running: 0,
        waiting: new Set<Waiter>(),
        lastTurn: ++turn,
      };
      keys.set(name, key);
      return key;
    },
    begin: (begun: readonly Key[]) => {
      turn += 1;
      for (const key of begun) {
        key.running += 1;
        key.lastTurn = turn;
      }
    },
    forget: (idle: readonly Key[]) => {
      for (const key of idle) if (key.running === 0 && key.waiting.size === 0) keys.delete(key.name);
    },
    withLongestQueue: () => {
      let longest: Key | undefined;
      for (const key of keys.values()) if (!longest || key.waiting.size > longest.waiting.size) longest = key;
      return longest;
    },
  };
}

/** The waiting work, by its keys. */
function makeQueues(forget: (keys: readonly Key[]) => void) {
  const queues = new Map<string, Queue>();
  let queued = 0;
  return {
    length: () => queued,
    /** Returns a function that takes it out again. */
    add: (keys: readonly Key[], waiter: Waiter) => {
      const name = keys.map((key) => key.name).join('\n');
      const queue = queues.get(name) ?? { name, keys, waiting: new Set() };
      queues.set(name, queue);
      queue.waiting.add(waiter);
      for (const key of keys) key.waiting.add(waiter);
      queued += 1;
      return () => {
        if (!queue.waiting.delete(waiter)) return;
        queued -= 1;
        if (queue.waiting.size === 0) queues.delete(name);
        for (const key of keys) key.waiting.delete(waiter);
        forget(keys);
      };
    },
    /** The first waiter of the queue whose turn is next, among the queues that may begin. */
    next: (): Waiter | undefined => {
      let next: Queue | undefined;
      for (const queue of queues.values()) {
        if (queue.keys.every(isFree) && (!next || rankOf(queue) < rankOf(next))) next = queue;
      }
      const [first] = next?.waiting ?? [];
      return first;
    },
  };
}

export function makeFairSemaphore(config: FairSemaphoreConfig): RunFairly {
  const { permits, permitsPerKey, permitsPerPerson = permitsPerKey } = config;
  const { queueLength, queueLengthPerKey, maxWaitMs, restMs = () => 0, isShared = () => false } = config;
  const keys = makeKeys();
  /** While a permit is free, no waiting work could begin: its keys have no permit left. */
  const queues = makeQueues(keys.forget);
  let running = 0;

  const begin = (its: readonly Key[]) => {
    running += 1;
    keys.begin(its);
  };

  const waitForPermit = (its: readonly Key[]) =>
    new Promise<void>((resolve, reject) => {
      const settle = (then: () => void) => {
        clearTimeout(timer);
        leave();
        then();
      };
      const waiter: Waiter = {
        begin: () => {
          // counted first: a key is forgotten when nothing of it waits or runs
          begin(its);
          settle(resolve);
        },
        refuse: (error) => settle(() => reject(error)),
      };
      const late = () => {
        const text = `no permit within ${maxWaitMs} ms`;
        const isOwn = !its.every(isFree);
        waiter.refuse(isOwn ? new OverShareError(text) : new InfrastructureError(text, true));
      };
      const timer = setTimeout(late, maxWaitMs);
      const leave = queues.add(its, waiter);
      if (queues.length() <= queueLength) return;
      const newest = [...(keys.withLongestQueue()?.waiting ?? [])].at(-1);
      newest?.refuse(new OverShareError('the longest queue of all that wait'));
    });

  const refuseWaiting = (its: readonly Key[], error: Error) => {
    for (const key of its) for (const waiter of [...key.waiting]) waiter.refuse(error);
  };

  const beginNext = () => {
    while (running < permits) {
      const next = queues.next();
      if (!next) return;
      next.begin();
    }
  };

  const leave = (its: readonly Key[]) => {
    for (const key of its) key.running -= 1;
    keys.forget(its);
    beginNext();
  };

  const end = (its: readonly Key[], rest: number) => {
    running -= 1;
    if (rest <= 0) return leave(its);
    setTimeout(() => leave(its), rest).unref();
    beginNext();
  };

  return async (named, work) => {
    const [name, person] = typeof named === 'string' ? [named, null] : named;
    const its = [keys.of(name, permitsPerKey)];
    if (person !== null) its.push(keys.of(person, permitsPerPerson));
    if (running < permits && its.every(isFree)) {
      begin(its);
    } else {
      if (its.some((key) => key.waiting.size >= queueLengthPerKey)) {
        keys.forget(its);
        throw new OverShareError('too many wait already');
      }
      await waitForPermit(its);
    }
    /** Moves on by the time that the work excuses. */
    let begunAt = performance.now();
    try {
      return await work((ms) => (begunAt += ms));
    } catch (error) {
      if (error instanceof Error && isShared(error)) refuseWaiting(its, error);
      throw error;
    } finally {
      end(its, restMs(name, Math.max(0, performance.now() - begunAt)));
    }
  };
}
