// Partition 0 of the journal source: the live journal of the redirector in this process.

import type { JournalReader, JournalWriter } from '@kurz/click-journal';
import type { JournalPartition } from './journal-partition';

export function makeLivePartition(deps: { writer: JournalWriter; reader: JournalReader }): JournalPartition {
  const { writer, reader } = deps;
  let synced = -1;
  return {
    isComplete: false,
    reader,
    durableEnd: async () => {
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
    passed: (position) => writer.dropBefore(position),
    // who opened writer and reader closes them
    close: () => Promise.resolve(),
  };
}
