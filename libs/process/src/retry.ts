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
  /** Most attempts; endless unless told. */
  attempts?: number;
  signal?: AbortSignal;
  onRetry?: (error: unknown, attempt: number) => void;
};

const isRetriable = (error: unknown) => !(error instanceof InfrastructureError) || error.retriable;

/** Runs `call` until it succeeds, waiting with full jitter and doubling; ends on a non-retriable error, the last attempt or the signal. */
export async function retry<T>(call: () => Promise<T>, options: RetryOptions): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await call();
    } catch (error) {
      const last = options.attempts !== undefined && attempt >= options.attempts;
      if (last || !isRetriable(error) || options.signal?.aborted) throw error;
      options.onRetry?.(error, attempt);
      const ceiling = Math.min(options.maxMs, options.minMs * 2 ** (attempt - 1));
      await sleep(options.minMs / 2 + Math.random() * ceiling, undefined, { signal: options.signal });
    }
  }
}
