// Waits for what becomes true a little later, on however busy a machine.

import { setTimeout as sleep } from 'node:timers/promises';

type Patience = { what?: string; ms?: number };

export async function until(
  isTrue: () => Promise<boolean> | boolean,
  { what = 'what is waited for', ms = 180_000 }: Patience = {},
): Promise<void> {
  const end = performance.now() + ms;
  while (!(await isTrue())) {
    if (performance.now() > end) throw new Error(`not within ${ms} ms: ${what}`);
    await sleep(10);
  }
}
