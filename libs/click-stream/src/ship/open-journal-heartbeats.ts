// The last heartbeat of each journal that Kafka knows.

import type { Admin, Kafka } from 'kafkajs';
import { makeAdminQuestions } from '../kafka/admin-questions';
import { untilCoordinated } from '../kafka/until-coordinated';
import { JOURNAL_GROUPS } from './journal-group';
import type { JournalHeartbeat, JournalProgress } from './journal-progress';
import { readJournalProgress } from './read-journal-progress';

/** `lasts`: how far the journal was shipped into each partition, in the same transactions as the lines. */
export type ShippedJournal = JournalHeartbeat & Pick<JournalProgress, 'lasts'>;

export type JournalHeartbeats = {
  /** By journal; leaves out journals of other topics and those without a heartbeat. */
  read: () => Promise<ReadonlyMap<string, ShippedJournal>>;
  close: () => Promise<void>;
};

export function openJournalHeartbeats(deps: { kafka: Kafka }, config: { topic: string }): JournalHeartbeats {
  const { ask, close } = makeAdminQuestions(deps.kafka);

  const readAll = async (admin: Admin) => {
    const heartbeats = new Map<string, ShippedJournal>();
    const { groups } = await untilCoordinated(() => admin.listGroups());
    for (const { groupId } of groups) {
      if (!groupId.startsWith(JOURNAL_GROUPS)) continue;
      const journal = groupId.slice(JOURNAL_GROUPS.length);
      const progress = await readJournalProgress(admin, config.topic, journal);
      if (progress?.heartbeat) heartbeats.set(journal, { ...progress.heartbeat, lasts: progress.lasts });
    }
    return heartbeats;
  };

  return { read: () => ask(readAll), close };
}
