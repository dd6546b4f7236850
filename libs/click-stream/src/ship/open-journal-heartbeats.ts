// The last heartbeat of each journal that Kafka knows.

import type { StreamClient } from '../client/stream-client';
import { openQuestions } from '../questions/open-questions';
import { JOURNAL_GROUPS } from './journal-group';
import type { JournalHeartbeat, JournalProgress } from './journal-progress';
import { askJournalProgress } from './read-journal-progress';

/** `lasts`: how far the journal was shipped into each partition, in the same transactions as the lines. */
export type ShippedJournal = JournalHeartbeat & Pick<JournalProgress, 'lasts'>;

export type JournalHeartbeats = {
  /** By journal; leaves out journals of other topics and those without a heartbeat. */
  read: () => Promise<ReadonlyMap<string, ShippedJournal>>;
  close: () => Promise<void>;
};

export function openJournalHeartbeats(
  deps: { kafka: StreamClient },
  config: { topic: string },
): JournalHeartbeats {
  const questions = openQuestions(deps.kafka);
  return {
    read: async () => {
      const heartbeats = new Map<string, ShippedJournal>();
      for (const groupId of await questions.groups()) {
        if (!groupId.startsWith(JOURNAL_GROUPS)) continue;
        const journal = groupId.slice(JOURNAL_GROUPS.length);
        const progress = await askJournalProgress(questions, config.topic, journal);
        if (progress?.heartbeat) heartbeats.set(journal, { ...progress.heartbeat, lasts: progress.lasts });
      }
      return heartbeats;
    },
    close: questions.close,
  };
}
