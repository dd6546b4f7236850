// Sets the position from which shipping of a journal continues, for an operator, after Kafka has forgotten it.

import type { StreamClient } from '../client/stream-client';
import { openStreamAdmin } from '../admin/open-stream-admin';
import { journalGroupOf } from './journal-group';

export async function setJournalProgress(
  client: StreamClient,
  { topic, journal, position }: { topic: string; journal: string; position: number },
): Promise<void> {
  const admin = openStreamAdmin(client, { hasRetries: true });
  try {
    await admin.setOffset(journalGroupOf(journal), topic, { partition: 0, offset: position });
  } finally {
    await admin.close();
  }
}
