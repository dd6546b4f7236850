// Whoever has made a topic or added partitions waits until they can be used. kafkajs's own waiting ends with an error
// when the broker it asks has not heard of the new topic yet.

import { retry } from '@kurz/process';
import type { Admin } from 'kafkajs';

const FIRST_WAIT_MS = 20;
const LONGEST_WAIT_MS = 500;
/** About half a minute. */
const ATTEMPTS = 60;

/** @throws when the topic has not `partitions` partitions with a leader each in time. */
export async function waitForLeaders(admin: Admin, topic: string, partitions: number): Promise<void> {
  const check = async () => {
    const { topics } = await admin.fetchTopicMetadata({ topics: [topic] });
    const led = topics[0]?.partitions.filter(({ leader }) => leader >= 0) ?? [];
    if (led.length < partitions)
      throw new Error(`${topic} has ${led.length} of ${partitions} partitions so far`);
  };
  await retry(check, { minMs: FIRST_WAIT_MS, maxMs: LONGEST_WAIT_MS, attempts: ATTEMPTS });
}
