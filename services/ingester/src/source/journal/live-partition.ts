// Partition 0 of the journal source: the live journal of the redirector in this process.

import type { JournalReader, JournalWriter } from '@kurz/click-journal';
import { readingFrom, type JournalPartition } from './journal-partition';

export const LIVE_PARTITION = 0;

/** The caller closes writer and reader. */
export function makeLivePartition(deps: { writer: JournalWriter; reader: JournalReader }): JournalPartition {
  const { writer, reader } = deps;
  let synced = -1;
  return {
    ...readingFrom(reader),
    partition: LIVE_PARTITION,
    isComplete: false,
    syncedEnd: async () => {
      if (synced < writer.end()) synced = Math.max(synced, await writer.sync());
      return synced;
    },
    waitForMore: (from, signal) =>
      new Promise((resolve) => {
        const isThere = () => signal.aborted || writer.end() > from;
        if (isThere()) return resolve();
        const check = () => {
          if (!isThere()) return;
          stopListening();
          signal.removeEventListener('abort', check);
          resolve();
        };
        const stopListening = writer.onWritten(check);
        signal.addEventListener('abort', check);
      }),
    acknowledge: (position) => writer.dropBefore(position),
    finish: () => Promise.reject(new Error('the live journal does not end')),
  };
}
