// A service hands its settings and gets the client that ship, read and topics are made from. Connects to nothing yet.

import type { Log } from '@kurz/process';
import { CompressionCodecs, CompressionTypes, Kafka, type SASLOptions } from 'kafkajs';
import type { KafkaOptions } from './kafka-options';
import { makeGzipCodec } from './kafkajs/gzip-codec';
import { kafkaLog } from './kafkajs/kafka-log';
import { keepCommitted } from './kafkajs/keep-committed';
import { patientJoining } from './kafkajs/patient-joining';
import { readCommitted } from './kafkajs/read-committed';
import { restRequestQueues } from './kafkajs/rest-request-queues';
import { steadyHeartbeats } from './kafkajs/steady-heartbeats';

/** A frozen broker costs this much before the caller hears of it. */
const REQUEST_TIMEOUT_MS = 10_000;
const CONNECTION_TIMEOUT_MS = 3_000;

/** 300 ms is kafkajs's first wait, far too long for a transaction that is just closing; about 4 s in all. */
const RETRY = { initialRetryTime: 15, multiplier: 2, factor: 0.2, maxRetryTime: 1_000, retries: 9 };

function saslOf({ username, password, mechanism = 'scram-sha-512' }: KafkaOptions): SASLOptions | undefined {
  if (!username) return undefined;
  return { mechanism, username, password: password ?? '' };
}

export function openKafka(options: KafkaOptions, deps: { log: Log }): Kafka {
  restRequestQueues();
  steadyHeartbeats();
  patientJoining();
  readCommitted();
  keepCommitted();
  const gzipCodec = makeGzipCodec();
  CompressionCodecs[CompressionTypes.GZIP] = () => gzipCodec;
  return new Kafka({
    clientId: options.clientId,
    brokers: options.brokers,
    ssl: options.ssl ?? false,
    sasl: saslOf(options),
    connectionTimeout: CONNECTION_TIMEOUT_MS,
    requestTimeout: REQUEST_TIMEOUT_MS,
    retry: RETRY,
    logCreator: kafkaLog(deps.log),
  });
}
