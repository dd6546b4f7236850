// The Kafka client under test; KURZ_KAFKA_CLIENT chooses it for the whole run. What a test itself does in Kafka uses
// kafkajs, except for making topics.

import { openStreamClient, type KafkaClientName, type StreamClient } from '@kurz/click-stream';
import { silentLog, type Log } from '@kurz/process';

export const TESTED: KafkaClientName =
  process.env['KURZ_KAFKA_CLIENT'] === 'platformatic' ? 'platformatic' : 'kafkajs';

/** Environment for processes under test. */
export const TESTED_ENV = { KURZ_KAFKA_CLIENT: TESTED };

export const openTestedClient = (brokers: string[], log: Log = silentLog): StreamClient =>
  openStreamClient({ brokers, clientId: 'test', client: TESTED }, { log });
