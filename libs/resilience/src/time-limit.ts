// Time limits (timeouts). The call itself goes on; its late outcome is ignored.
//
// The wait is counted in slices, each started when the one before has ended. A process that was frozen loses one slice
// and then reads the answers that arrived meanwhile. One long timer would fire before they are read.

import { InfrastructureError } from './infrastructure-error';

const SLICES = 10;

/** No answer within the limit, although this process was running to receive it. Retriable. */
export class NoAnswerError extends InfrastructureError {
  constructor(ms: number) {
    super(`no answer within ${ms} ms`, true);
    this.name = 'NoAnswerError';
  }
}

/** @throws NoAnswerError */
export function within<T>(ms: number, call: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    let slices = 0;
    let timer: NodeJS.Timeout;
    const wait = () => {
      if (slices++ === SLICES) reject(new NoAnswerError(ms));
      else timer = setTimeout(wait, ms / SLICES);
    };
    wait();
    const end = () => clearTimeout(timer);
    call.then(resolve, reject).then(end, end);
  });
}

/**
 * Like `within`, and aborts the call's signal at the limit. Also ends when the call ignores its signal.
 * @throws NoAnswerError
 */
export async function withinOrAbort<T>(ms: number, call: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const controller = new AbortController();
  try {
    return await within(ms, call(controller.signal));
  } finally {
    controller.abort();
  }
}

/** Waits until the call ends, `ms` at most. Rejects only as the call does. */
export async function waitAtMost(ms: number, call: Promise<unknown>): Promise<void> {
  try {
    await within(ms, call);
  } catch (error) {
    if (!(error instanceof NoAnswerError)) throw error;
  }
}
