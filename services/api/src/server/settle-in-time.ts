// Bounds the wait for a store whose connection has gone silent: a server that died without a word answers nothing,
// and its own statement timeout is not heard.

import { InfrastructureError, NoAnswerError, within } from '@kurz/process';

/** The promise's outcome, or a retriable error after `limitMs`. */
export async function settleInTime<T>(promise: Promise<T>, limitMs: number): Promise<T> {
  try {
    return await within(limitMs, promise);
  } catch (error) {
    if (error instanceof NoAnswerError) throw new InfrastructureError(error.message, true, { cause: error });
    throw error;
  }
}
