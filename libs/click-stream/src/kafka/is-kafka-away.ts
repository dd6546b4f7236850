// Whether an error of a Kafka client passes by itself: a broker is absent, starts or elects a leader. kafkajs wraps
// Kafka's errors in errors that are not retriable, so the causes count as well.

import { InfrastructureError } from '@kurz/resilience';
import { KafkaJSError } from 'kafkajs';
import { KafkaRefusal } from './kafka-refusal';

const passes = (error: Error) =>
  error instanceof KafkaRefusal
    ? error.passes
    : (error instanceof KafkaJSError || error instanceof InfrastructureError) && error.retriable;

export function isKafkaAway(error: unknown): boolean {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    if (passes(cause)) return true;
  }
  return false;
}
