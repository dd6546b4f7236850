// Whoever has to know what is still to come asks which journals Kafka knows of, and what their shippers said last.

import type { Admin, Kafka } from 'kafkajs';
import { JOURNAL_GROUPS } from '../journal-group';
import { untilCoordinated } from '../kafkajs/until-coordinated';
import { readJournalProgress } from './read-journal-progress';
import type { JournalSign } from './journal-progress';

export type JournalSigns = {
  /** By journal; those that ship into another topic, or whose shipper says nothing of the time, are left out. */
  read: () => Promise<ReadonlyMap<string, JournalSign>>;
  close: () => Promise<void>;
};

const RETRY = { retries: 2, initialRetryTime: 50, maxRetryTime: 500 };

/** Connects at the first question; a connection that failed is not used again. */
export function openJournalSigns(deps: { kafka: Kafka }, config: { topic: string }): JournalSigns {
  let opened: Promise<Admin> | undefined;

  const open = async () => {
    const admin = deps.kafka.admin({ retry: RETRY });
    await admin.connect();
    return admin;
  };
  const drop = async (admin: Promise<Admin>) => {
    if (opened === admin) opened = undefined;
    await admin.then((open) => open.disconnect()).catch(() => undefined);
  };
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

  return {
    read: async () => {
      const admin = (opened ??= open());
      try {
        return await readAll(await admin);
      } catch (error) {
        void drop(admin);
        throw error;
      }
    },
    close: async () => {
      if (opened) await drop(opened);
    },
  };
}
