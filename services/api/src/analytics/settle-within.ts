// Bounds a wait for a store's answer.

import { within } from '@kurz/process';

/** Runs `call`, aborting its signal when it ends or when `ms` have passed; throws when they have. */
export async function settleWithin<T>(ms: number, call: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const controller = new AbortController();
  try {
    // ends also where a client does not heed the signal
    return await within(ms, call(controller.signal));
  } finally {
    controller.abort();
  }
}
