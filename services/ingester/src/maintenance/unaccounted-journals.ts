// Compares what journals shipped with what was consolidated. A journal's shipper commits how far it went into each
// partition, with the lines and in one transaction; consolidate remembers the end of each journal's newest message.
// Once a partition is consolidated beyond the end that it had after the shipper's position was read, consolidate's
// position is as far or further. Otherwise lines are missing, even when no later message of the journal shows the gap.

import type { ShippedJournal } from '@kurz/click-stream';

/** Journals with lines in the partition that were shipped and not consolidated. Unknown journals pass. */
export function countUnaccounted(
  journals: ReadonlyMap<string, ShippedJournal>,
  { partition, lastOf }: { partition: number; lastOf: (journal: string) => number | undefined },
): number {
  let unaccounted = 0;
  for (const [journal, { lasts }] of journals) {
    const [shipped, consolidated] = [lasts.get(partition), lastOf(journal)];
    if (shipped !== undefined && consolidated !== undefined && consolidated < shipped) unaccounted += 1;
  }
  return unaccounted;
}
