// Sets the position from which shipping of a journal continues, for an operator, after Kafka has forgotten it.

import type { StreamClient } from '../client/stream-client';
import { openQuestions } from '../questions/open-questions';
import { journalGroupOf } from './journal-group';

export async function setJournalProgress(
  client: StreamClient,
  { topic, journal, position }: { topic: string; journal: string; position: number },
): Promise<void> {
  const questions = openQuestions(client, { isPatient: true });
  try {
    await questions.setOffset(journalGroupOf(journal), topic, { partition: 0, offset: position });
  } finally {
    await questions.close();
  }
}
