// The sink that feeds the live counts; its position lies beside them, moved in the same call.

import type { LiveAddition, LiveClicks, ReplacedPosition } from '@kurz/live-clicks';
import type { LinkDayCounts } from '../../aggregate/link-day-counts';
import type { TakeNext } from '../../aggregate/take-batch';
import type { ErasedLinks } from '../../erase/erased-links';
import { withoutErased } from '../../erase/without-erased';
import type { IngesterMetrics } from '../../metrics/ingester-metrics';
import type { PartitionSource } from '../../source/partition-source';
import type { Sink } from '../sink';

/** What aggregated rows add. Live counts know no bots by hour; they are taken off here. */
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
  /** Resolves with the position from which to count on. `replaces`: what was found that is of no use. */
  seed: (replaces: ReplacedPosition) => Promise<number>;
  erased: ErasedLinks;
  metrics: IngesterMetrics;
};

export function makeLiveSink({ source, takeNext, liveClicks, seed, erased, metrics }: Deps): Sink {
  const { partition } = source;
  /** Another process may count this partition, or the counts were lost. */
  const positionNow = async () => (await liveClicks.position(partition)) ?? (await seed('nothing'));
  return {
    name: 'live',
    // counts that stopped before the oldest line there is are of no use: they begin anew as well
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
