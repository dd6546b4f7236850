// Whoever makes or changes topics asks again while brokers have not heard of the change: Kafka answers a creation before
// every broker knows the topic, and kafkajs hands on the error of the one it happens to ask, or gives up after moments.

import { InfrastructureError, retry } from '@kurz/process';
import { KafkaJSError } from 'kafkajs';

const FIRST_WAIT_MS = 20;
const LONGEST_WAIT_MS = 500;
/** About a quarter of a minute. */
const ATTEMPTS = 60;

/** kafkajs wraps what Kafka said in errors that are not retriable. */
function isRetriable(error: unknown): boolean {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    if (cause instanceof KafkaJSError && cause.retriable) return true;
  }
  return false;
}

/** What `call` gives once Kafka is of one mind. @throws its error when that is none of a moment, or stays too long. */
export async function untilSettled<T>(call: () => Promise<T>): Promise<T> {
  let last: unknown;
  const attempt = () =>
    call().catch((error: unknown) => {
      last = error;
      throw new InfrastructureError(String(error), isRetriable(error), { cause: error });
    });
  try {
    return await retry(attempt, { minMs: FIRST_WAIT_MS, maxMs: LONGEST_WAIT_MS, attempts: ATTEMPTS });
  } catch {
    throw last;
  }
}
