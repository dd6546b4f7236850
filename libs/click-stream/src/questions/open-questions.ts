// Opens StreamQuestions with the Kafka client that the settings choose.

import { isPlatformatic, type StreamClient } from '../client/stream-client';
import { kafkajsQuestions } from './kafkajs-questions';
import { platformaticQuestions } from './platformatic-questions';
import type { StreamQuestions } from './stream-questions';

/** Connects at the first question. `isPatient`: a question is repeated for some seconds before it fails. */
export const openQuestions = (client: StreamClient, { isPatient = false } = {}): StreamQuestions =>
  isPlatformatic(client)
    ? platformaticQuestions(client.openCluster())
    : kafkajsQuestions(client, { isPatient });
