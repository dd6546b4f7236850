// The last heartbeat of each journal that Kafka knows.

import type { Admin, Kafka } from 'kafkajs';
import { makeAdminQuestions } from '../kafka/admin-questions';
import { untilCoordinated } from '../kafka/until-coordinated';
import { JOURNAL_GROUPS } from './journal-group';
import type { JournalHeartbeat } from './journal-progress';
import { readJournalProgress } from './read-journal-progress';

export type JournalHeartbeats = {
  /** By journal; leaves out journals of other topics and those without a heartbeat. */
  read: () => Promise<ReadonlyMap<string, JournalHeartbeat>>;
  close: () => Promise<void>;
};

export function openJournalHeartbeats(deps: { kafka: Kafka }, config: { topic: string }): JournalHeartbeats {
  const { ask, close } = makeAdminQuestions(deps.kafka);

  const readAll = async (admin: Admin) => {
    const heartbeats = new Map<string, JournalHeartbeat>();
    const { groups } = await untilCoordinated(() => admin.listGroups());
    for (const { groupId } of groups) {
      if (!groupId.startsWith(JOURNAL_GROUPS)) continue;
      const journal = groupId.slice(JOURNAL_GROUPS.length);
      const heartbeat = (await readJournalProgress(admin, config.topic, journal))?.heartbeat;
      if (heartbeat) heartbeats.set(journal, heartbeat);
    }
    return heartbeats;
  };

  return { read: () => ask(readAll), close };
}
