// Waits until everything is counted, or until counting makes no progress.

import { setTimeout as sleep } from 'node:timers/promises';

type Counting = {
  /** The number to reach. */
  all: number;
  counted: () => Promise<number>;
  onProgress: (counted: number, of: number) => void;
};

/** False when nothing more was counted for `stallTimeoutMs`. */
export async function waitWhileCounting(
  { all, counted, onProgress }: Counting,
  { everyMs, stallTimeoutMs }: { everyMs: number; stallTimeoutMs: number },
): Promise<boolean> {
  let most = -1;
  let movedAt = performance.now();
  for (;;) {
    const now = await counted();
    onProgress(now, all);
    if (now >= all) return true;
    if (now > most) movedAt = performance.now();
    most = Math.max(most, now);
    if (performance.now() - movedAt > stallTimeoutMs) return false;
    await sleep(everyMs);
  }
}
