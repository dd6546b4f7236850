// The ship hands a call that begins its part of a transaction; it is made again while Kafka still writes the end of the
// transaction before. Nothing of the call has happened then.

import { setTimeout as sleep } from 'node:timers/promises';

const FIRST_WAIT_MS = 3;
const LONGEST_WAIT_MS = 100;
const GIVE_UP_MS = 15_000;

function isStillClosing(error: unknown): boolean {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    if ('type' in cause && cause.type === 'CONCURRENT_TRANSACTIONS') return true;
  }
  return false;
}

export async function whileClosing<T>(call: () => Promise<T>): Promise<T> {
  const giveUpAt = performance.now() + GIVE_UP_MS;
  for (let waitMs = FIRST_WAIT_MS; ; waitMs = Math.min(LONGEST_WAIT_MS, waitMs * 2)) {
    try {
      return await call();
    } catch (error) {
      if (!isStillClosing(error) || performance.now() > giveUpAt) throw error;
      await sleep(waitMs);
    }
  }
}
