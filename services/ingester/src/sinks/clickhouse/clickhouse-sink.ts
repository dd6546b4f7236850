// The sink that writes one partition into ClickHouse, each visit once.
// The partition is either settled (its plan has no `to`) or a plan is open: recorded, written in part or whole, not yet
// committed. settled → record the plan → write → commit → settled. After a crash an open plan is formed again with the
// same bounds and written again; then it goes on.

import type { Db } from '@kurz/database';
import type { ChunkPlace } from '@kurz/click-stream';
import type { FoldedLinkDay } from '../../aggregate/folded-link-day';
import type { SummedBatch, TakeAgain, TakeNext } from '../../aggregate/take-batch';
import type { ErasedLinks } from '../../erase/erased-links';
import { withoutErased } from '../../erase/without-erased';
import type { IngesterMetrics } from '../../metrics/ingester-metrics';
import type { Plan, PlanStore } from '../../plan/plan-store';
import type { PartitionSource } from '../../source/partition-source';
import type { Sink } from '../sink';
import type { DeadLetters } from '../dead-letters';
import type { Progress } from '../postgres/progress';
import type { ReplayableCap } from './replayable-cap';
import { findPosition, type LostPlan } from './find-position';
import type { WritePlan } from './write-plan';

type Batch = SummedBatch<FoldedLinkDay[]>;

type Deps = {
  source: PartitionSource;
  takeNext: TakeNext<FoldedLinkDay[]>;
  takeAgain: TakeAgain<FoldedLinkDay[]>;
  plans: PlanStore;
  db: Db;
  writePlan: WritePlan;
  erased: ErasedLinks;
  deadLetters: DeadLetters;
  progress: Progress;
  metrics: IngesterMetrics;
  referrerCap: ReplayableCap;
  planFor?: (facts: LostPlan) => Promise<Plan>;
  /** Called when a batch is written and before it is committed; what it returns is called after the commit. */
  onWritten?: (places: readonly ChunkPlace[]) => () => void;
};

export function makeClickHouseSink(deps: Deps): Sink {
  const { takeNext, takeAgain, plans, erased, metrics, progress } = deps;
  const { partition } = deps.source;

  const planAt = async (position: number): Promise<{ plan: Plan; batch: Batch; isReplay: boolean }> => {
    const open = await plans.read(partition);
    if (open?.from !== position) throw new Error(`partition ${partition} is not at ${position} any more`);
    if (open.to !== null) {
      const batch = await takeAgain({ from: position, to: open.to });
      return { plan: open, batch, isReplay: true };
    }
    const batch = await takeNext(position);
    const plan = { partition, from: position, to: batch.to };
    if (batch.to > position) await plans.record(plan);
    return { plan, batch, isReplay: false };
  };
  const write = async (plan: Plan, batch: Batch, isReplay: boolean) => {
    const { kept, erasedVisits } = await withoutErased(erased, batch.sum);
    await deps.deadLetters(plan, batch.poison);
    await deps.writePlan(plan, kept, isReplay);
    const onCommitted = deps.onWritten?.(batch.places);
    await plans.record({ partition, from: batch.to, to: null });
    onCommitted?.();
    deps.referrerCap.settle(partition);
    metrics.counted('consolidate', batch.visits - erasedVisits);
    metrics.dropped('consolidate', 'erased', erasedVisits);
    metrics.dropped('consolidate', 'damaged', batch.skipped);
    for (const { reason } of batch.poison) metrics.dropped('consolidate', reason, 1);
  };

  return {
    name: 'consolidate',
    open: async () => {
      const position = await findPosition(deps);
      progress.moved(partition, position);
      return position;
    },
    step: async (position) => {
      const { plan, batch, isReplay } = await planAt(position);
      if (batch.to > batch.from) await write(plan, batch, isReplay);
      progress.moved(partition, batch.to, batch.lastTime);
      return { position: batch.to, isFull: batch.isFull };
    },
  };
}
