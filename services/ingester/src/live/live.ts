// The consumer that feeds the live counts; its position lies beside them, moved in the same call.
// Live counts that know no position (an embedded start, an emptied Redis) begin with what ClickHouse holds.

import type { ClickHouse } from '@kurz/click-tables';
import type { LiveClicks } from '@kurz/live-clicks';
import type { Clock } from '@kurz/process';
import { abortableWait } from '../consume/abortable-wait';
import type { Consumer } from '../consume/consumer';
import type { IngesterMetrics } from '../consume/ingester-metrics';
import type { ErasedLinks } from '../erase/erased-links';
import { withoutErased } from '../erase/without-erased';
import type { FoldedLinkDay } from '../fold';
import type { PlanStore } from '../plan/plan-store';
import type { ClickSource } from '../read/click-source';
import type { TakeNext } from '../read/take-batch';
import { additionsOf } from './additions-of';
import { readStoredDays } from './read-stored-days';

type Deps = {
  source: ClickSource;
  takeNext: TakeNext<FoldedLinkDay[]>;
  clickHouse: ClickHouse;
  liveClicks: LiveClicks;
  plans: PlanStore;
  erased: ErasedLinks;
  clock: Clock;
  metrics: IngesterMetrics;
  signal: AbortSignal;
};

export type Live = Consumer & {
  /** Seeds a partition that is not read any more, from the plan that it left. */
  seedFinished: (partition: number) => Promise<void>;
  /** Where seeding will have it begin, as long as it is under way: lines from there on are still needed. */
  seedsFrom: (partition: number) => number | undefined;
};

const DAY_MS = 86_400_000;
const OPENING_MS = 50;

export function makeLive(deps: Deps): Live {
  const { source, takeNext, clickHouse, liveClicks, plans, erased, clock, metrics, signal } = deps;
  const seeding = new Map<number, number>();

  // A new partition is opened by consolidate first.
  const consolidatedTo = async (partition: number): Promise<number> => {
    for (;;) {
      const plan = await plans.read(partition);
      if (plan) return plan.from;
      if (signal.aborted) throw new Error('stopped before the partition was opened');
      await abortableWait(OPENING_MS, [signal]);
    }
  };
  // Rows of plans before the committed position are whole; an open plan's rows carry the position itself.
  const seed = async (partition: number): Promise<number> => {
    const position = await consolidatedTo(partition);
    seeding.set(partition, position);
    const yesterday = new Date(clock.now() - DAY_MS).toISOString().slice(0, 10);
    // nothing was counted before the first position: a new partition begins also while ClickHouse is away
    const stored =
      position === 0
        ? []
        : await readStoredDays(clickHouse, { partition, before: position, since: yesterday });
    const erasedIds = await erased.among(stored.map((row) => row.linkId));
    const additions = stored.filter((row) => !erasedIds.has(row.linkId));
    await liveClicks.seed({ partition, position, additions });
    seeding.delete(partition);
    return position;
  };

  return {
    name: 'live',
    seedsFrom: (partition) => seeding.get(partition),
    seedFinished: async (partition) => {
      if ((await liveClicks.position(partition)) === undefined) await seed(partition);
    },
    // counts that stopped before the oldest line there is are of no use: they begin anew as well
    open: async (partition) => {
      const position = await liveClicks.position(partition);
      const isThere = position !== undefined && position >= (await source.begin(partition));
      return isThere ? position : seed(partition);
    },
    step: async (partition, from) => {
      const batch = await takeNext(partition, from);
      if (batch.to === from) return { position: from, isFull: false };
      const { kept, erasedVisits } = await withoutErased(erased, batch.sum);
      const additions = additionsOf(kept);
      const outcome = await liveClicks.add({ partition, from, to: batch.to, additions });
      // go on from where it stands: another process counts this partition, or the counts were lost
      if (outcome.kind === 'elsewhere') {
        const position = (await liveClicks.position(partition)) ?? (await seed(partition));
        return { position, isFull: true };
      }
      metrics.counted('live', batch.visits - erasedVisits);
      metrics.dropped('live', 'erased', erasedVisits);
      return { position: batch.to, isFull: batch.isFull };
    },
  };
}
