// Opens a journal's transactions with the client of the settings.

import { isPlatformatic, type StreamClient } from '../client/stream-client';
import type { JournalTransactions, TransactionSettings } from './journal-transactions';
import { kafkajsTransactions } from './kafkajs-transactions';
import { platformaticTransactions } from './platformatic-transactions';

/** Connects when it fences. */
export const openTransactions = (client: StreamClient, settings: TransactionSettings): JournalTransactions =>
  isPlatformatic(client)
    ? platformaticTransactions(client.openCluster(), settings)
    : kafkajsTransactions(client, settings);
