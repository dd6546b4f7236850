// Look-ups come one by one; the number of queries that leave is bounded. A look-up that finds a query free leaves at
// once, alone. The others wait, and leave together with the next one. So guessed slugs, however many, cost Postgres no
// more queries. No link is refused: before Postgres has answered, a link without recent requests looks like a guess.

import { makeTokenBucket } from './token-bucket';

export type RateLimitedBatcher<Key, Value> = {
  /** Whether there is no more room to wait. */
  isFull: () => boolean;
  /** Must not be called while it is full. Rejects when its query does. */
  read: (key: Key) => Promise<Value>;
};

export type BatcherLimits = {
  /** Queries that run at the same time. */
  parallel: number;
  /** Look-ups that wait. */
  waiting: number;
  /** Burst and rate of queries: in any second no more than their sum. */
  atOnce: number;
  perSecond: number;
};

type Waiting<Key, Value> = {
  key: Key;
  resolve: (value: Value) => void;
  reject: (error: unknown) => void;
};

/** `query` answers all keys, in their order. */
export function makeRateLimitedBatcher<Key, Value>(
  query: (keys: readonly Key[]) => Promise<readonly Value[]>,
  limits: BatcherLimits,
): RateLimitedBatcher<Key, Value> {
  const bucket = makeTokenBucket(limits, () => performance.now());
  let waiting: Waiting<Key, Value>[] = [];
  let running = 0;
  let timer: NodeJS.Timeout | undefined;

  const run = async (batch: readonly Waiting<Key, Value>[]) => {
    running++;
    try {
      const values = await query(batch.map(({ key }) => key));
      batch.forEach(({ resolve }, index) => resolve(values[index] as Value));
    } catch (error) {
      for (const { reject } of batch) reject(error);
    }
    running--;
    leave();
  };

  const leave = () => {
    if (timer || waiting.length === 0 || running >= limits.parallel) return;
    const waitMs = bucket.take();
    if (waitMs > 0) {
      timer = setTimeout(() => {
        timer = undefined;
        leave();
      }, Math.ceil(waitMs));
      return;
    }
    const batch = waiting;
    waiting = [];
    void run(batch);
  };

  return {
    isFull: () => waiting.length >= limits.waiting,
    read: (key) =>
      new Promise((resolve, reject) => {
        waiting.push({ key, resolve, reject });
        leave();
      }),
  };
}
