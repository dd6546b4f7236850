// Waits for what is to come by itself; the end is generous, because the machine may be busy.

import { setTimeout as sleep } from 'node:timers/promises';

export async function until(isSo: () => boolean | Promise<boolean>, patienceMs = 60_000): Promise<void> {
  for (const end = performance.now() + patienceMs; performance.now() < end;) {
    if (await isSo()) return;
    await sleep(5);
  }
  throw new Error(`it did not come within ${patienceMs} ms`);
}
