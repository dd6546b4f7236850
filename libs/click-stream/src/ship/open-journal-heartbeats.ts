// The last heartbeat of each journal that Kafka knows. The list of groups lacks groups whose coordinator is away or
// moving, so a journal that was read before is asked for by name, until its group has no offset any more.

import type { StreamClient } from '../client/stream-client';
import { openStreamAdmin } from '../admin/open-stream-admin';
import { JOURNAL_GROUPS } from './journal-group';
import type { JournalHeartbeat, JournalProgress } from './journal-progress';
import { fetchJournalProgress } from './read-journal-progress';

/** `lasts`: how far the journal was shipped into each partition, in the same transactions as the lines. */
export type ShippedJournal = JournalHeartbeat & Pick<JournalProgress, 'lasts'>;

export type JournalHeartbeats = {
  /**
   * Heartbeats by journal, without journals of other topics and journals without one. @throws while the group of a
   * journal that was read before has no coordinator.
   */
  read: () => Promise<ReadonlyMap<string, ShippedJournal>>;
  close: () => Promise<void>;
};

export function openJournalHeartbeats(
  deps: { kafka: StreamClient },
  config: { topic: string },
): JournalHeartbeats {
  const admin = openStreamAdmin(deps.kafka);
  let known: readonly string[] = [];
  return {
    read: async () => {
      const heartbeats = new Map<string, ShippedJournal>();
      const listed = (await admin.groups())
        .filter((groupId) => groupId.startsWith(JOURNAL_GROUPS))
        .map((groupId) => groupId.slice(JOURNAL_GROUPS.length));
      for (const journal of new Set([...known, ...listed])) {
        const progress = await fetchJournalProgress(admin, config.topic, journal);
        if (progress?.heartbeat) heartbeats.set(journal, { ...progress.heartbeat, lasts: progress.lasts });
      }
      known = [...heartbeats.keys()];
      return heartbeats;
    },
    close: admin.close,
  };
}
