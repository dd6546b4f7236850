// Waits for a change of the topics to be known everywhere: Kafka answers a creation before every broker knows the
// topic.

import { retry } from '@kurz/resilience';
import { isKafkaAway } from '../kafka/is-kafka-away';
import type { TopicAdmin } from './topic-admin';

/** About half a minute. */
const RETRY = { minMs: 20, maxMs: 500, attempts: 60 };

/** The result of `call` once Kafka's brokers agree. @throws its error when that does not pass, or lasts too long. */
export const untilSettled = <T>(call: () => Promise<T>): Promise<T> =>
  retry(call, { ...RETRY, isRetriable: isKafkaAway });

/**
 * Resolves when topic and partitions can be used.
 * @throws when the topic does not have `partitions` partitions with a leader in time.
 */
export async function waitForLeaders(admin: TopicAdmin, topic: string, partitions: number): Promise<void> {
  const check = async () => {
    const led = (await admin.partitions(topic)).filter(({ leader }) => leader >= 0);
    if (led.length < partitions)
      throw new Error(`${topic} has ${led.length} of ${partitions} partitions so far`);
  };
  await retry(check, RETRY);
}
