// The one retry, with exponential backoff and full jitter. An InfrastructureError says whether it is retriable.

import { setTimeout as sleep } from 'node:timers/promises';
import { InfrastructureError } from './infrastructure-error';

export type RetryOptions = {
  /** First and longest wait between attempts, ms. */
  minMs: number;
  maxMs: number;
  /** Most attempts; default: no limit. */
  attempts?: number;
  /** No attempt begins after this time, ms; default: no limit. */
  forMs?: number;
  /** Which errors may be retried; default: all but an InfrastructureError that says no. */
  isRetriable?: (error: unknown) => boolean;
  signal?: AbortSignal;
  onRetry?: (error: unknown, attempt: number) => void;
};

const isRetriableByDefault = (error: unknown) => !(error instanceof InfrastructureError) || error.retriable;

/**
 * Runs `call` until it succeeds, waiting with full jitter and doubling; ends on a non-retriable error, the last attempt
 * or the signal.
 */
export async function retry<T>(call: () => Promise<T>, options: RetryOptions): Promise<T> {
  const { isRetriable = isRetriableByDefault, attempts = Infinity, forMs = Infinity } = options;
  const begin = performance.now();
  for (let attempt = 1; ; attempt++) {
    try {
      return await call();
    } catch (error) {
      const isLast = attempt >= attempts || performance.now() - begin >= forMs;
      if (isLast || !isRetriable(error) || options.signal?.aborted) throw error;
      options.onRetry?.(error, attempt);
      const ceiling = Math.min(options.maxMs, options.minMs * 2 ** (attempt - 1));
      await sleep(options.minMs / 2 + Math.random() * ceiling, undefined, { signal: options.signal });
    }
  }
}
