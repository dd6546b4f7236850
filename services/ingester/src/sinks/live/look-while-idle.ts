// Ends the waiting for more now and then. A Redis that was emptied says nothing of it: without a look, the counts of a
// partition without visits would not be seeded until its next one, and erasures would wait for them as long.

import type { PartitionSource } from '../../source/partition-source';
import { anySignal } from '../../waiting/any-signal';

const EVERY_MS = 10_000;

export const lookWhileIdle = (source: PartitionSource): PartitionSource => ({
  ...source,
  waitForMore: async (from, stopped) => {
    const looking = new AbortController();
    const look = () => looking.abort();
    const timer = setTimeout(look, EVERY_MS).unref();
    try {
      await source.waitForMore(from, anySignal(stopped, looking.signal));
    } finally {
      clearTimeout(timer);
      look();
    }
  },
});
