// Bounds the wait for a store whose connection has gone silent: a server that died without a word answers nothing,
// and its own statement timeout is not heard.

import { InfrastructureError } from '@kurz/process';

/** The promise's outcome, or a retriable error after `limitMs`. */
export async function settleInTime<T>(promise: Promise<T>, limitMs: number): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(
      () => reject(new InfrastructureError(`no answer within ${limitMs} ms`, true)),
      limitMs,
    );
  });
  try {
    return await Promise.race([promise, late]);
  } finally {
    clearTimeout(timer);
  }
}
