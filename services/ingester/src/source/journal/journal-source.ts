// The click stream of the embedded product: partition 0 is the redirector's live journal, in this very process;
// imports bring further journals, which appear while it runs and end.

import { openJournalReader, type JournalReader, type JournalWriter } from '@kurz/click-journal';
import { findImports } from './find-imports';
import { makeImportPartition } from './import-partition';
import type { JournalPartition } from './journal-partition';
import { LIVE_PARTITION, makeLivePartition } from './live-partition';

export type JournalSourceDeps = {
  /** Both stay the caller's to close. */
  writer: JournalWriter;
  reader: JournalReader;
  /** Called when an import is fully counted; its folder may be removed. It is called again after a crash in between. */
  onImportFinished?: (partition: number, directory: string) => Promise<void> | void;
};

export type JournalSource = {
  /** What there is to read now; an import may appear later. The same object for a partition each time. */
  partitions: () => Promise<JournalPartition[]>;
  /** Adds a whole journal as a partition of its own. */
  addJournal: (partition: number, directory: string) => void;
  /** Ends what the source itself opened. */
  close: () => Promise<void>;
};

/** `importsDirectory`: where folders named by partition (1000 and above) hold whole journals. */
export function makeJournalSource(
  deps: JournalSourceDeps,
  settings: { importsDirectory?: string } = {},
): JournalSource {
  const open = new Map<number, JournalPartition>([[LIVE_PARTITION, makeLivePartition(deps)]]);
  const readers = new Map<number, JournalReader>();
  const finished = new Set<number>();

  const finish = async (partition: number, directory: string) => {
    await readers.get(partition)?.close();
    readers.delete(partition);
    open.delete(partition);
    finished.add(partition);
    await deps.onImportFinished?.(partition, directory);
  };
  const addJournal = (partition: number, directory: string) => {
    if (open.has(partition) || finished.has(partition)) return;
    const reader = openJournalReader({ directory });
    readers.set(partition, reader);
    open.set(
      partition,
      makeImportPartition(partition, { reader, finish: () => finish(partition, directory) }),
    );
  };

  return {
    addJournal,
    partitions: async () => {
      const imports = settings.importsDirectory ? await findImports(settings.importsDirectory) : [];
      for (const { partition, directory } of imports) addJournal(partition, directory);
      return [...open.values()];
    },
    close: async () => {
      for (const reader of readers.values()) await reader.close();
    },
  };
}
