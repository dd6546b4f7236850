// Whoever asks something of a group waits until its coordinator is ready: Kafka's first group makes the topic of the
// offsets, and after a start, or when a coordinator moves, a broker reads it through. kafkajs 2.2.4 hands on the error,
// though the same question succeeds a moment later.

import { setTimeout as sleep } from 'node:timers/promises';

const FIRST_WAIT_MS = 50;
const LONGEST_WAIT_MS = 500;
/** A coordinator that takes longer is an outage that should be told. */
const GIVE_UP_MS = 10_000;
const NOT_READY = ['GROUP_LOAD_IN_PROGRESS', 'GROUP_COORDINATOR_NOT_AVAILABLE', 'NOT_COORDINATOR_FOR_GROUP'];

function isNotReady(error: unknown): boolean {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    if ('type' in cause && NOT_READY.includes(String(cause.type))) return true;
  }
  return false;
}

/** `call` looks for the coordinator each time. */
export async function untilCoordinated<T>(call: () => Promise<T>): Promise<T> {
  const giveUpAt = performance.now() + GIVE_UP_MS;
  for (let waitMs = FIRST_WAIT_MS; ; waitMs = Math.min(LONGEST_WAIT_MS, waitMs * 2)) {
    try {
      return await call();
    } catch (error) {
      if (!isNotReady(error) || performance.now() > giveUpAt) throw error;
      await sleep(waitMs);
    }
  }
}
