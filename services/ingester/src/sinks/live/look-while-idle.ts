// Ends the wait for more visits at intervals. An emptied Redis gives no notice: without a look, the counts of an idle
// partition would not be seeded until its next visit, and erasures would wait for them as long.

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
