// The consumer that feeds the live counts; its position lies beside them, moved in the same call.
// Live counts that know no position (an embedded start, an emptied Redis) begin with what ClickHouse holds.

import type { ClickHouse } from '@kurz/click-tables';
import type { LiveClicks, LiveAddition } from '@kurz/live-clicks';
import { type Clock, type Log } from '@kurz/process';
import { retry } from '@kurz/resilience';
import type { FoldedLinkDay } from '../../aggregate/folded-link-day';
import type { TakeNext } from '../../aggregate/take-batch';
import type { ErasedLinks } from '../../erase/erased-links';
import { withoutErased } from '../../erase/without-erased';
import type { IngesterMetrics } from '../../metrics/ingester-metrics';
import type { PlanStore } from '../../plan/plan-store';
import type { ClickSource } from '../../source/click-source';
import { abortableWait } from '../../waiting/abortable-wait';
import type { Consumer } from '../consumer';
import { readStoredDays } from './read-stored-days';

/** What a folded batch adds. Live counts know no bots by hour; they are taken off here. */
export function additionsOf(folded: readonly FoldedLinkDay[]): LiveAddition[] {
  return folded.map(({ workspaceId, linkId, day, requests, bots, qr, byHour, by }) => {
    const humansByHour = new Array<number>(24).fill(0);
    for (const counts of byHour) humansByHour[counts.hour] = counts.requests - counts.bots;
    return { workspaceId, linkId, day, requests, bots, qr, humansByHour, by };
  });
}

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

/** For seeding. */
const RETRY = { minMs: 500, maxMs: 5_000 };

/**
 * Seeds live counts with finished imports, whose journals are gone. Resolves when all are in, or on `signal`. Never
 * rejects.
 */
export async function seedFinishedImports(
  deps: { live: Live; log: Log; signal: AbortSignal },
  partitions: readonly number[],
): Promise<void> {
  const { live, log, signal } = deps;
  const onRetry = (error: unknown, attempt: number) => {
    if (attempt === 1) log.warn({ event: 'imports_not_live', reason: String(error) });
  };
  try {
    for (const partition of partitions) {
      await retry(() => live.seedFinished(partition), { ...RETRY, signal, onRetry });
    }
  } catch (error) {
    if (!signal.aborted) log.error({ event: 'imports_not_live', reason: String(error) });
  }
}
