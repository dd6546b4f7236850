// Opens TopicAdmin with the Kafka client that the settings choose.

import { isPlatformatic, type StreamClient } from '../client/stream-client';
import { kafkajsTopics } from './kafkajs-topics';
import { platformaticTopics } from './platformatic-topics';
import type { TopicAdmin } from './topic-admin';

/** Connects at the first request. `hasRetries`: kafkajs repeats a request for some seconds before it fails. */
export const openTopicAdmin = (client: StreamClient, { hasRetries = false } = {}): TopicAdmin =>
  isPlatformatic(client) ? platformaticTopics(client.openCluster()) : kafkajsTopics(client, { hasRetries });
