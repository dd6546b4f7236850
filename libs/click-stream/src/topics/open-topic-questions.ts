// Opens TopicQuestions with the Kafka client that the settings choose.

import { isPlatformatic, type StreamClient } from '../client/stream-client';
import { kafkajsTopics } from './kafkajs-topics';
import { platformaticTopics } from './platformatic-topics';
import type { TopicQuestions } from './topic-questions';

/** Connects at the first question. `isPatient`: kafkajs repeats a question for some seconds before it fails. */
export const openTopicQuestions = (client: StreamClient, { isPatient = false } = {}): TopicQuestions =>
  isPlatformatic(client) ? platformaticTopics(client.openCluster()) : kafkajsTopics(client, { isPatient });
