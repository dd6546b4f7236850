// kafkajs 2.2.4 ends a consumer whose group's coordinator is still loading, though the same request succeeds a moment
// later: Kafka's first group makes the topic of the offsets, and after a start, or when a coordinator moves, a broker
// reads it through. Here the joining is done again until it is ready.

import { setTimeout as sleep } from 'node:timers/promises';
import ConsumerGroup from 'kafkajs/src/consumer/consumerGroup';

const FIRST_WAIT_MS = 50;
const LONGEST_WAIT_MS = 500;
/** A coordinator that takes longer is an outage that should be told. */
const GIVE_UP_MS = 10_000;
const NOT_READY = ['GROUP_LOAD_IN_PROGRESS', 'GROUP_COORDINATOR_NOT_AVAILABLE'];

let isPatient = false;

function isNotReady(error: unknown): boolean {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    if ('type' in cause && NOT_READY.includes(String(cause.type))) return true;
  }
  return false;
}

/** Once for the process, before the first consumer is made. */
export function patientJoining(): void {
  if (isPatient) return;
  isPatient = true;
  const { joinAndSync } = ConsumerGroup.prototype;
  ConsumerGroup.prototype.joinAndSync = async function () {
    const giveUpAt = performance.now() + GIVE_UP_MS;
    for (let waitMs = FIRST_WAIT_MS; ; waitMs = Math.min(LONGEST_WAIT_MS, waitMs * 2)) {
      try {
        return await joinAndSync.call(this);
      } catch (error) {
        if (!isNotReady(error) || performance.now() > giveUpAt) throw error;
        await sleep(waitMs);
      }
    }
  };
}
