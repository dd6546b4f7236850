// Which journals Kafka knows of, and what their shippers said last.

import type { Admin, Kafka } from 'kafkajs';
import { makeAdminQuestions } from '../kafka/admin-questions';
import { untilCoordinated } from '../kafka/until-coordinated';
import { JOURNAL_GROUPS } from './journal-group';
import type { JournalSign } from './journal-progress';
import { readJournalProgress } from './read-journal-progress';

export type JournalSigns = {
  /** By journal; those that ship into another topic, or whose shipper says nothing of the time, are left out. */
  read: () => Promise<ReadonlyMap<string, JournalSign>>;
  close: () => Promise<void>;
};

export function openJournalSigns(deps: { kafka: Kafka }, config: { topic: string }): JournalSigns {
  const { ask, close } = makeAdminQuestions(deps.kafka);

  const readAll = async (admin: Admin) => {
    const signs = new Map<string, JournalSign>();
    const { groups } = await untilCoordinated(() => admin.listGroups());
    for (const { groupId } of groups) {
      if (!groupId.startsWith(JOURNAL_GROUPS)) continue;
      const journal = groupId.slice(JOURNAL_GROUPS.length);
      const sign = (await readJournalProgress(admin, config.topic, journal))?.sign;
      if (sign) signs.set(journal, sign);
    }
    return signs;
  };

  return { read: () => ask(readAll), close };
}
