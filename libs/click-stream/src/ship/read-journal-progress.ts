// Fetches from Kafka how far a journal is shipped.

import { openStreamAdmin } from '../admin/open-stream-admin';
import type { StreamAdmin } from '../admin/stream-admin';
import type { StreamClient } from '../client/stream-client';
import { journalGroupOf } from './journal-group';
import { progressOf, type JournalProgress } from './journal-progress';

/**
 * The progress as committed a moment ago or earlier, even while a transaction is open. Undefined without an offset:
 * nothing was ever shipped, or Kafka has forgotten it.
 */
export async function fetchJournalProgress(
  admin: StreamAdmin,
  topic: string,
  journal: string,
): Promise<JournalProgress | undefined> {
  return progressOf(await admin.committed(journalGroupOf(journal), topic));
}

/** The progress that no begun transaction will change: where shipping continues, once earlier shippers are fenced. */
export async function fetchStableProgress(
  admin: StreamAdmin,
  topic: string,
  journal: string,
): Promise<JournalProgress | undefined> {
  return progressOf(await admin.stable(journalGroupOf(journal), topic));
}

/** As `fetchJournalProgress`, with a connection of its own. */
export async function readJournalProgress(
  client: StreamClient,
  topic: string,
  journal: string,
): Promise<JournalProgress | undefined> {
  const admin = openStreamAdmin(client, { hasRetries: true });
  try {
    return await fetchJournalProgress(admin, topic, journal);
  } finally {
    await admin.close();
  }
}
