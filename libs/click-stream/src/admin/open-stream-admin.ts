// Opens StreamAdmin with the Kafka client that the settings choose.

import { isPlatformatic, type StreamClient } from '../client/stream-client';
import { kafkajsAdmin } from './kafkajs-admin';
import { platformaticAdmin } from './platformatic-admin';
import type { StreamAdmin } from './stream-admin';

/** Connects at the first request. `hasRetries`: a request is repeated for some seconds before it fails. */
export const openStreamAdmin = (client: StreamClient, { hasRetries = false } = {}): StreamAdmin =>
  isPlatformatic(client) ? platformaticAdmin(client.openCluster()) : kafkajsAdmin(client, { hasRetries });
