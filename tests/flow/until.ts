// Waits for what becomes true a little later, on however busy a machine.

import { setTimeout as sleep } from 'node:timers/promises';

export async function until(
  what: string,
  isTrue: () => Promise<boolean> | boolean,
  ms = 60_000,
): Promise<void> {
  const end = performance.now() + ms;
  while (!(await isTrue())) {
    if (performance.now() > end) throw new Error(`not within ${ms} ms: ${what}`);
    await sleep(25);
  }
}
