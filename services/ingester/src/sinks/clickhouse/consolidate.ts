// The consumer that carries the stream into ClickHouse, each visit once.
// A partition is either settled (its plan has no `to`) or a plan is open: recorded, written in part or whole, not yet
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
import type { ClickSource } from '../../source/click-source';
import type { Consumer } from '../consumer';
import type { DeadLetters } from '../dead-letters';
import type { Progress } from '../postgres/progress';
import type { ReplayableCap } from './replayable-cap';
import { findPosition, type LostPlan } from './find-position';
import type { WritePlan } from './write-plan';

type Batch = SummedBatch<FoldedLinkDay[]>;

type Deps = {
  source: ClickSource;
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
  planFor?: (partition: number, facts: LostPlan) => Promise<Plan>;
  /** Called when a batch is written and before it is committed; what it returns is called after the commit. */
  onWritten?: (partition: number, places: readonly ChunkPlace[]) => () => void;
};

export function makeConsolidate(deps: Deps): Consumer {
  const { takeNext, takeAgain, plans, erased, metrics, progress } = deps;

  const planAt = async (
    partition: number,
    position: number,
  ): Promise<{ plan: Plan; batch: Batch; isReplay: boolean }> => {
    const open = await plans.read(partition);
    if (open?.from !== position) throw new Error(`partition ${partition} is not at ${position} any more`);
    if (open.to !== null) {
      const batch = await takeAgain(partition, { from: position, to: open.to });
      return { plan: open, batch, isReplay: true };
    }
    const batch = await takeNext(partition, position);
    const plan = { partition, from: position, to: batch.to };
    if (batch.to > position) await plans.record(plan);
    return { plan, batch, isReplay: false };
  };
  const write = async (plan: Plan, batch: Batch, isReplay: boolean) => {
    const { kept, erasedVisits } = await withoutErased(erased, batch.sum);
    await deps.deadLetters(plan, batch.poison);
    await deps.writePlan(plan, kept, isReplay);
    const onCommitted = deps.onWritten?.(plan.partition, batch.places);
    await plans.record({ partition: plan.partition, from: batch.to, to: null });
    onCommitted?.();
    deps.referrerCap.settle(plan.partition);
    metrics.counted('consolidate', batch.visits - erasedVisits);
    metrics.dropped('consolidate', 'erased', erasedVisits);
    metrics.dropped('consolidate', 'damaged', batch.skipped);
    for (const { reason } of batch.poison) metrics.dropped('consolidate', reason, 1);
  };

  return {
    name: 'consolidate',
    open: async (partition) => {
      const position = await findPosition(deps, partition);
      progress.moved(partition, position);
      return position;
    },
    step: async (partition, position) => {
      const { plan, batch, isReplay } = await planAt(partition, position);
      if (batch.to > batch.from) await write(plan, batch, isReplay);
      progress.moved(partition, batch.to, batch.lastTime);
      return { position: batch.to, isFull: batch.isFull };
    },
  };
}
