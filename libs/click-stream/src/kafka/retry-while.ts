// Retries a call of a Kafka client while the broker answers that it is not ready for it. Such a call has had no effect.

import { setTimeout as sleep } from 'node:timers/promises';

type RetryPolicy = {
  /** The client's names of the errors that pass by themselves. */
  errors: readonly string[];
  firstWaitMs: number;
  maxWaitMs: number;
  giveUpMs: number;
};

/** A transaction with offsets of the group is open. */
export const UNSTABLE: RetryPolicy = {
  errors: ['UNSTABLE_OFFSET_COMMIT'],
  firstWaitMs: 5,
  maxWaitMs: 200,
  giveUpMs: 15_000,
};

function isAmong(errors: readonly string[], error: unknown): boolean {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    if ('type' in cause && errors.includes(String(cause.type))) return true;
  }
  return false;
}

/** Rejects with any other error, and with the last one when it takes too long. */
export async function retryWhile<T>(
  { errors, firstWaitMs, maxWaitMs, giveUpMs }: RetryPolicy,
  call: () => Promise<T>,
): Promise<T> {
  const giveUpAt = performance.now() + giveUpMs;
  for (let waitMs = firstWaitMs; ; waitMs = Math.min(maxWaitMs, waitMs * 2)) {
    try {
      return await call();
    } catch (error) {
      if (!isAmong(errors, error) || performance.now() > giveUpAt) throw error;
      await sleep(waitMs);
    }
  }
}
