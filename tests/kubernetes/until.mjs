// Waits for what other programs do.

import { setTimeout as sleep } from 'node:timers/promises';

/** Resolves with whether `deed` succeeds. */
export const succeeds = (deed) =>
  deed.then(
    () => true,
    () => false,
  );

const POLL_MS = 300;

/**
 * Resolves when `isSo` resolves with true. Throws the text of `failure` as soon as there is one, and throws after
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
