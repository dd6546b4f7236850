// Asks Kafka how far a journal is shipped.

import { openQuestions } from '../questions/open-questions';
import type { StreamQuestions } from '../questions/stream-questions';
import type { StreamClient } from '../client/stream-client';
import { journalGroupOf } from './journal-group';
import { progressOf, type JournalProgress } from './journal-progress';

/**
 * As it was committed a moment ago or earlier, whatever transaction is open. Undefined when the group has no offset:
 * nothing was ever shipped, or Kafka has forgotten it.
 */
export async function askJournalProgress(
  questions: StreamQuestions,
  topic: string,
  journal: string,
): Promise<JournalProgress | undefined> {
  return progressOf(await questions.committed(journalGroupOf(journal), topic));
}

/** As no transaction that was begun will change it: where shipping goes on, once earlier shippers are fenced. */
export async function askSettledProgress(
  questions: StreamQuestions,
  topic: string,
  journal: string,
): Promise<JournalProgress | undefined> {
  return progressOf(await questions.settled(journalGroupOf(journal), topic));
}

/** Once, as `askJournalProgress`. */
export async function readJournalProgress(
  client: StreamClient,
  topic: string,
  journal: string,
): Promise<JournalProgress | undefined> {
  const questions = openQuestions(client, { isPatient: true });
  try {
    return await askJournalProgress(questions, topic, journal);
  } finally {
    await questions.close();
  }
}
