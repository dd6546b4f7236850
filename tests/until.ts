// Waits for a condition that becomes true a little later, on however busy a machine. Checks take at most a third of the
// time, and get rarer the longer it takes, because the awaited work needs the processor too.

import { setTimeout as sleep } from 'node:timers/promises';

const MIN_REST_MS = 10;
const MAX_REST_MS = 250;
const RESTS_FOR_EACH_QUESTION = 2;
/** Share of the time waited so far. */
const REST_SHARE = 0.05;

type UntilOptions = { what?: string; ms?: number };

export async function until(
  isTrue: () => Promise<boolean> | boolean,
  { what = 'what is waited for', ms = 180_000 }: UntilOptions = {},
): Promise<void> {
  const begun = performance.now();
  for (let asked = performance.now(); !(await isTrue()); asked = performance.now()) {
    const answered = performance.now();
    if (answered - begun > ms) throw new Error(`not within ${ms} ms: ${what}`);
    const rest = Math.max(RESTS_FOR_EACH_QUESTION * (answered - asked), REST_SHARE * (answered - begun));
    await sleep(Math.min(MAX_REST_MS, Math.max(MIN_REST_MS, rest)));
  }
}
