// Waits for what other programs do.

import { setTimeout as sleep } from 'node:timers/promises';

/** Whether it resolves. */
export const succeeds = (deed) =>
  deed.then(
    () => true,
    () => false,
  );

const POLL_MS = 300;

/**
 * Resolves when `isSo` does with true. Throws what `failure` says as soon as it says something, and when it takes longer than
 * `forMs`. `what`: for the error.
 */
export async function until(what, isSo, { forMs, failure = () => undefined }) {
  const end = Date.now() + forMs;
  while (!(await isSo())) {
    const said = failure() ?? (Date.now() > end ? `${what} takes longer than ${forMs / 1_000} s` : undefined);
    if (said !== undefined) throw new Error(said);
    await sleep(POLL_MS);
  }
}
