// Makes the client for ship, read and topics from a service's settings. Connects to nothing yet.

import type { Log } from '@kurz/process';
import { CompressionCodecs, CompressionTypes, Kafka, type SASLOptions, type logCreator } from 'kafkajs';
import { makeGzipCodec } from './gzip-codec';
import { connectToBroker, nameOfBroker } from './ipv6-brokers';
import type { KafkaOptions } from './kafka-options';
import { patchKafkajs } from './kafkajs-patches';

/**
 * Logs kafkajs's lines at debug, whatever their level, because it reports every attempt on an absent broker as an
 * error. Readers and shippers log when Kafka went away and when it came back.
 */
const kafkaLog =
  (log: Log): logCreator =>
  () =>
  ({ namespace, label, log: { message, error, broker } }) =>
    log.debug({
      event: 'kafkajs',
      level: label,
      namespace,
      message,
      broker: textOf(broker),
      err: textOf(error),
    });

const textOf = (value: unknown) => (typeof value === 'string' ? value : undefined);

/** Longest wait for a frozen broker before the caller gets an error. */
const REQUEST_TIMEOUT_MS = 10_000;
const CONNECTION_TIMEOUT_MS = 3_000;

/** kafkajs's first wait of 300 ms is far too long for a transaction that is just closing. All waits take about 4 s. */
const RETRY = { initialRetryTime: 15, multiplier: 2, factor: 0.2, maxRetryTime: 1_000, retries: 9 };

function saslOf({ username, password, mechanism = 'scram-sha-512' }: KafkaOptions): SASLOptions | undefined {
  if (!username) return undefined;
  return { mechanism, username, password: password ?? '' };
}

export function openKafka(options: KafkaOptions, deps: { log: Log }): Kafka {
  patchKafkajs();
  const gzipCodec = makeGzipCodec();
  CompressionCodecs[CompressionTypes.GZIP] = () => gzipCodec;
  return new Kafka({
    clientId: options.clientId,
    brokers: options.brokers.map(nameOfBroker),
    socketFactory: connectToBroker,
    ssl: options.ssl ?? false,
    sasl: saslOf(options),
    connectionTimeout: CONNECTION_TIMEOUT_MS,
    requestTimeout: REQUEST_TIMEOUT_MS,
    retry: RETRY,
    logCreator: kafkaLog(deps.log),
  });
}
