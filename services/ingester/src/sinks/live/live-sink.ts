// The sink that feeds the live counts. Its position is stored beside them and moves in the same call.

import type { LiveAddition, LiveClicks, ReplacedPosition } from '@kurz/live-clicks';
import type { LinkDayCounts } from '../../aggregate/link-day-counts';
import type { TakeNext } from '../../aggregate/take-batch';
import type { ErasedLinks } from '../../erase/erased-links';
import { withoutErased } from '../../erase/without-erased';
import type { IngesterMetrics } from '../../metrics/ingester-metrics';
import type { PartitionSource } from '../../source/partition-source';
import type { Sink } from '../sink';

/** The additions of aggregated rows. Live counts have no bots by hour, so bots are subtracted here. */
export function additionsOf(aggregated: readonly LinkDayCounts[]): LiveAddition[] {
  return aggregated.map(({ workspaceId, linkId, day, requests, bots, qr, byHour, by }) => {
    const humansByHour = new Array<number>(24).fill(0);
    for (const counts of byHour) humansByHour[counts.hour] = counts.requests - counts.bots;
    return { workspaceId, linkId, day, requests, bots, qr, humansByHour, by };
  });
}

type Deps = {
  source: PartitionSource;
  takeNext: TakeNext<LinkDayCounts[]>;
  liveClicks: LiveClicks;
  /** Resolves with the position from which counting continues. `replaces`: the unusable position that was found. */
  seed: (replaces: ReplacedPosition) => Promise<number>;
  erased: ErasedLinks;
  metrics: IngesterMetrics;
};

export function makeLiveSink({ source, takeNext, liveClicks, seed, erased, metrics }: Deps): Sink {
  const { partition } = source;
  /** Asks for the position, because another process may count this partition, or the counts were lost. */
  const positionNow = async () => (await liveClicks.position(partition)) ?? (await seed('nothing'));
  return {
    name: 'live',
    // counts that stopped before the oldest kept line are useless: they are seeded again as well
    open: async () => {
      const position = await liveClicks.position(partition);
      const isThere = position !== undefined && position >= (await source.begin());
      return isThere ? position : seed(position ?? 'nothing');
    },
    step: async (from) => {
      const batch = await takeNext(from);
      if (batch.to === from) {
        const position = await positionNow();
        return { position, isFull: position !== from };
      }
      const { kept, erasedVisits } = await withoutErased(erased, batch.sum);
      const additions = additionsOf(kept);
      const outcome = await liveClicks.add({ partition, from, to: batch.to, additions });
      if (outcome.kind === 'elsewhere') return { position: await positionNow(), isFull: true };
      metrics.counted('live', batch.visits - erasedVisits);
      metrics.dropped('live', 'erased', erasedVisits);
      return { position: batch.to, isFull: batch.isFull };
    },
  };
}
