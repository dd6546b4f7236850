// Sets the position from which a journal is shipped on, by an operator, after Kafka has forgotten it.

import type { Kafka } from 'kafkajs';
import { journalGroupOf } from './journal-group';

export async function setJournalProgress(
  kafka: Kafka,
  { topic, journal, position }: { topic: string; journal: string; position: number },
): Promise<void> {
  const admin = kafka.admin();
  await admin.connect();
  try {
    const partitions = [{ partition: 0, offset: String(position) }];
    await admin.setOffsets({ groupId: journalGroupOf(journal), topic, partitions });
  } finally {
    await admin.disconnect();
  }
}
