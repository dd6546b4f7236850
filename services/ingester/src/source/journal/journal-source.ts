// The click stream of the embedded product. Partition 0 is the redirector's live journal, in this process; imports
// bring further journals, which appear while it runs and end.

import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { openJournalReader, type JournalReader, type JournalWriter } from '@kurz/click-journal';
import { hasErrorCode } from '@kurz/process';
import { makeImportPartition } from './import-partition';
import type { JournalPartition } from './journal-partition';
import { LIVE_PARTITION, makeLivePartition } from './live-partition';

// Journals of imports are numbered folders. One that is still being written has another name until it is whole.

/** Partitions below belong to redirectors. */
const FIRST_IMPORT = 1000;
/** The largest integer of PostgreSQL. */
const LAST_IMPORT = 2 ** 31 - 1;

type FoundImport = { partition: number; directory: string };

/** Sorted by number; empty when the folder is missing. */
async function findImports(importsDirectory: string): Promise<FoundImport[]> {
  const names = await readdir(importsDirectory).catch((error: unknown) => {
    if (hasErrorCode(error, 'ENOENT')) return [];
    throw error;
  });
  return names
    .filter((name) => /^[1-9]\d{3,9}$/.test(name))
    .map((name) => ({ partition: Number(name), directory: path.join(importsDirectory, name) }))
    .filter(({ partition }) => partition >= FIRST_IMPORT && partition <= LAST_IMPORT)
    .sort((a, b) => a.partition - b.partition);
}

export type JournalSourceDeps = {
  /** The caller closes both. */
  writer: JournalWriter;
  reader: JournalReader;
  /** Called when an import is fully counted; its folder may be removed. It is called again after a crash in between. */
  onImportFinished?: (partition: number, directory: string) => Promise<void> | void;
};

export type JournalSource = {
  /** The partitions to read now; an import may appear later. Returns the same object for a partition each time. */
  partitions: () => Promise<JournalPartition[]>;
  /** Adds a whole journal as a partition of its own. */
  addJournal: (partition: number, directory: string) => void;
  /** Closes what the source itself opened. */
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
