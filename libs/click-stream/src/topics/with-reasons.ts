// kafkajs says that there are "Topic creation errors" and keeps beside it what Kafka has said. Whoever makes topics hands
// over what was thrown, and throws what a person can act upon.

import { KafkaJSAggregateError } from 'kafkajs';

const messageOf = (error: Error | string) => (typeof error === 'string' ? error : error.message);

/** An error that names each reason and has the given one as its cause; any but kafkajs's aggregate stays as it is. */
export function withReasons(error: unknown, topic: string): unknown {
  if (!(error instanceof KafkaJSAggregateError)) return error;
  const reasons = error.errors.map(messageOf).join('; ');
  return new Error(`Kafka does not make the topic ${topic}: ${reasons}`, { cause: error });
}
