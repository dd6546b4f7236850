// Whether an error of kafkajs passes by itself: a broker that is absent, starts or elects. kafkajs wraps what Kafka said in
// errors that are not retriable, so the causes count as well.

import { KafkaJSError } from 'kafkajs';

export function isKafkaAway(error: unknown): boolean {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    if (cause instanceof KafkaJSError && cause.retriable) return true;
  }
  return false;
}
