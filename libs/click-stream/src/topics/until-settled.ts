// Asks again while Kafka's brokers have not heard of a change: Kafka answers a creation before every broker knows the
// topic, and kafkajs hands on the error of the one it happens to ask, or gives up after moments.

import { retry } from '@kurz/process';
import { isKafkaAway } from '../kafkajs/is-kafka-away';

const FIRST_WAIT_MS = 20;
const LONGEST_WAIT_MS = 500;
/** About a quarter of a minute. */
const ATTEMPTS = 60;

/** What `call` gives once Kafka is of one mind. @throws its error when that is none of a moment, or stays too long. */
export const untilSettled = <T>(call: () => Promise<T>): Promise<T> =>
  retry(call, {
    minMs: FIRST_WAIT_MS,
    maxMs: LONGEST_WAIT_MS,
    attempts: ATTEMPTS,
    isRetriable: isKafkaAway,
  });
