// The one retry. Who makes an infrastructure error says whether it may be tried again.

import { setTimeout as sleep } from 'node:timers/promises';

/** An error of a store or the network. `retriable`: the same call may succeed later. */
export class InfrastructureError extends Error {
  constructor(
    message: string,
    readonly retriable: boolean,
    options?: { cause?: unknown },
  ) {
    super(message, options);
    this.name = 'InfrastructureError';
  }
}

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

/** Runs `call` until it succeeds, waiting with full jitter and doubling; ends on a non-retriable error, the last attempt or the signal. */
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
