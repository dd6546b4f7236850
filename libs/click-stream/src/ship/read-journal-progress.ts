// The ship loop asks Kafka how far a journal is shipped.

import { setTimeout as sleep } from 'node:timers/promises';
import type { Admin } from 'kafkajs';
import { journalGroupOf } from '../journal-group';
import { untilCoordinated } from '../kafkajs/until-coordinated';
import { progressOf, type JournalProgress } from './journal-progress';

/** A transaction that was decided a moment ago reaches the group's offset a little later. */
const SETTLE_MS = 100;

/** Undefined when the group has no offset: nothing was ever shipped, or Kafka has forgotten it. */
export async function readJournalProgress(
  admin: Admin,
  topic: string,
  journal: string,
): Promise<JournalProgress | undefined> {
  const groupId = journalGroupOf(journal);
  return progressOf(await untilCoordinated(() => admin.fetchOffsets({ groupId, topics: [topic] })));
}

/** The same, read until two answers in a row are equal: kafkajs cannot ask Kafka for a stable one. */
export async function readSettledProgress(
  admin: Admin,
  topic: string,
  journal: string,
): Promise<JournalProgress | undefined> {
  for (let seen = await readJournalProgress(admin, topic, journal); ;) {
    await sleep(SETTLE_MS);
    const now = await readJournalProgress(admin, topic, journal);
    if (now?.position === seen?.position) return now;
    seen = now;
  }
}
