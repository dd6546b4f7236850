// One partition of the journal: read by three sinks, acknowledged once all three have counted, and finished when it
// ends.

import { readVisit, type ReadVisit } from '@kurz/click-event';
import type { JournalReader } from '@kurz/click-journal';
import type { PartitionSource } from '../partition-source';

export type JournalPartition = PartitionSource & {
  /** Every sink has counted the lines before `position`: they need not be kept. */
  acknowledge: (position: number) => Promise<void>;
  /** Every sink has counted all of a complete partition: it is not read again. */
  finish: () => Promise<void>;
};

/** Reads one by one, so that a visit lives only for a moment. */
function* readEach(lines: readonly string[]): Generator<ReadVisit> {
  for (const line of lines) yield readVisit(line);
}

/** Reads a partition's lines from a journal in this process, so that no line is ever on its way. */
export function readingFrom(
  reader: JournalReader,
): Pick<PartitionSource, 'begin' | 'read' | 'more' | 'isBehind'> {
  return {
    begin: () => reader.begin(),
    read: async (from, limits) => {
      const wanted = 'to' in limits ? { maxLines: Infinity, to: limits.to } : { maxLines: limits.maxVisits };
      const { to, lines, skipped } = await reader.read(from, wanted);
      return { to, lines: readEach(lines), skipped };
    },
    more: () => Promise.resolve(false),
    isBehind: () => Promise.resolve(false),
  };
}
