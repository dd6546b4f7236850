// The Kafka client that the settings choose.

import type { Log } from '@kurz/process';
import type { Kafka } from 'kafkajs';
import type { KafkaOptions } from '../kafka/kafka-options';
import { openKafka } from '../kafka/open-kafka';
import { openCluster, type Cluster } from '../platformatic/cluster';

/** kafkajs's client, or the function by which each user of @platformatic/kafka opens its own connections. */
export type StreamClient = Kafka | PlatformaticClient;
export type PlatformaticClient = { kind: 'platformatic'; openCluster: () => Cluster };

export const isPlatformatic = (client: StreamClient): client is PlatformaticClient => 'openCluster' in client;

/** Connects to nothing yet. */
export function openStreamClient(options: KafkaOptions, deps: { log: Log }): StreamClient {
  if (options.client !== 'platformatic') return openKafka(options, deps);
  return { kind: 'platformatic', openCluster: () => openCluster(options) };
}
