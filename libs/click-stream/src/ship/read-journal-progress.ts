// Asks Kafka how far a journal is shipped.

import type { Admin } from 'kafkajs';
import { fetchStableOffsets } from '../kafka/fetch-stable-offsets';
import { untilCoordinated } from '../kafka/until-coordinated';
import { journalGroupOf } from './journal-group';
import { progressOf, type JournalProgress } from './journal-progress';

/**
 * As it was committed a moment ago or earlier, whatever transaction is open. Undefined when the group has no offset:
 * nothing was ever shipped, or Kafka has forgotten it.
 */
export async function readJournalProgress(
  admin: Admin,
  topic: string,
  journal: string,
): Promise<JournalProgress | undefined> {
  const groupId = journalGroupOf(journal);
  return progressOf(await untilCoordinated(() => admin.fetchOffsets({ groupId, topics: [topic] })));
}

/** As no transaction that was begun will change it: where shipping goes on, once earlier shippers are fenced. */
export async function readSettledProgress(
  admin: Admin,
  topic: string,
  journal: string,
): Promise<JournalProgress | undefined> {
  return progressOf(await fetchStableOffsets(admin, journalGroupOf(journal), topic));
}
