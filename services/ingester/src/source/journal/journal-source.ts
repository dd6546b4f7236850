// The click stream of the embedded product: partition 0 is the redirector's live journal, in this very process;
// imports bring further journals, which appear while it runs and end.

import { readVisit, type ReadVisit } from '@kurz/click-event';
import { openJournalReader, type JournalReader, type JournalWriter } from '@kurz/click-journal';
import type { ClickSource } from '../click-source';
import { findImports } from './find-imports';
import { makeImportPartition } from './import-partition';
import type { JournalPartition } from './journal-partition';
import { makeLivePartition } from './live-partition';

const LIVE = 0;

export type JournalSourceDeps = {
  /** Both stay the caller's to close. */
  writer: JournalWriter;
  reader: JournalReader;
  /** Called when an import is fully counted; its folder may be removed. It is called again after a crash in between. */
  onImportFinished?: (partition: number, directory: string) => Promise<void> | void;
};

/** One by one, so that a visit lives for a moment. */
function* readEach(lines: readonly string[]): Generator<ReadVisit> {
  for (const line of lines) yield readVisit(line);
}

/** `importsDirectory`: where folders named by partition (1000 and above) hold whole journals. */
export function makeJournalSource(
  deps: JournalSourceDeps,
  settings: { importsDirectory?: string } = {},
): ClickSource & { addJournal: (partition: number, directory: string) => void } {
  const open = new Map<number, JournalPartition>([[LIVE, makeLivePartition(deps)]]);
  const directories = new Map<number, string>();
  const finished = new Set<number>();

  const partitionOf = (partition: number): JournalPartition => {
    const found = open.get(partition);
    if (!found) throw new Error(`the click stream has no partition ${partition}`);
    return found;
  };
  const addJournal = (partition: number, directory: string) => {
    if (open.has(partition) || finished.has(partition)) return;
    open.set(partition, makeImportPartition(openJournalReader({ directory })));
    directories.set(partition, directory);
  };

  return {
    addJournal,
    partitions: async () => {
      const imports = settings.importsDirectory ? await findImports(settings.importsDirectory) : [];
      for (const { partition, directory } of imports) addJournal(partition, directory);
      return [...open].map(([partition, { isComplete }]) => ({ partition, isComplete }));
    },
    begin: async (partition) => partitionOf(partition).reader.begin(),
    read: async (partition, from, limits) => {
      const { reader } = partitionOf(partition);
      const wanted = 'to' in limits ? { maxLines: Infinity, to: limits.to } : { maxLines: limits.maxVisits };
      const { to, lines, skipped } = await reader.read(from, wanted);
      return { to, lines: readEach(lines), skipped };
    },
    waitForMore: async (partition, from, signal) => partitionOf(partition).waitForMore(from, signal),
    durableEnd: async (partition) => partitionOf(partition).durableEnd(),
    passed: async (partition, position) => partitionOf(partition).passed(position),
    finish: async (partition) => {
      await partitionOf(partition).close();
      open.delete(partition);
      finished.add(partition);
      const directory = directories.get(partition);
      if (directory !== undefined) await deps.onImportFinished?.(partition, directory);
    },
    close: async () => {
      for (const partition of open.values()) await partition.close();
    },
  };
}
