// Asks Kafka how far a journal is shipped.

import { openQuestions } from '../questions/open-questions';
import type { StreamQuestions } from '../questions/stream-questions';
import type { StreamClient } from '../client/stream-client';
import { journalGroupOf } from './journal-group';
import { progressOf, type JournalProgress } from './journal-progress';

/**
 * The progress as committed a moment ago or earlier, even while a transaction is open. Undefined without an offset:
 * nothing was ever shipped, or Kafka has forgotten it.
 */
export async function askJournalProgress(
  questions: StreamQuestions,
  topic: string,
  journal: string,
): Promise<JournalProgress | undefined> {
  return progressOf(await questions.committed(journalGroupOf(journal), topic));
}

/** The progress that no begun transaction will change: where shipping continues, once earlier shippers are fenced. */
export async function askStableProgress(
  questions: StreamQuestions,
  topic: string,
  journal: string,
): Promise<JournalProgress | undefined> {
  return progressOf(await questions.stable(journalGroupOf(journal), topic));
}

/** Asks once, as `askJournalProgress` does. */
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
