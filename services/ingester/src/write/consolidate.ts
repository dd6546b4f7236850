// The consumer that carries the stream into ClickHouse, each visit once.
// A partition is either settled (its plan has no `to`) or a plan is open: recorded, written in part or whole, not yet
// committed. settled → record the plan → write → commit → settled. After a crash an open plan is formed again with the
// same bounds and written again; then it goes on.

import type { Consumer } from '../consume/consumer';
import type { IngesterMetrics } from '../consume/ingester-metrics';
import { makeTurns } from '../consume/turns';
import type { ErasedLinks } from '../erase/erased-links';
import type { Plan, PlanStore } from '../plan/plan-store';
import type { Progress } from '../progress/progress';
import type { ClickSource } from '../read/click-source';
import { reformBatch, takeBatch, type VisitBatch } from '../read/take-batch';
import type { DeadLetters } from './dead-letters';
import { findPosition } from './find-position';
import type { WritePlan } from './write-plan';
import type { Db } from '@kurz/database';

type Deps = {
  source: ClickSource;
  plans: PlanStore;
  db: Db;
  writePlan: WritePlan;
  erased: ErasedLinks;
  deadLetters: DeadLetters;
  progress: Progress;
  metrics: IngesterMetrics;
  signal: AbortSignal;
};

export type Consolidate = Consumer & {
  /** Gives a partition with an open plan the first turn. Call it before any partition is stepped. */
  reserve: (partition: number) => void;
};

export function makeConsolidate(deps: Deps, settings: { maxVisits: number }): Consolidate {
  const { source, plans, erased, metrics, progress } = deps;
  // One plan open in this process at a time: two partitions that let referrer hosts into one link's day side by side
  // could fold differently when written again.
  const turns = makeTurns();
  const held = new Map<number, Promise<() => void>>();

  const takeTurn = async (partition: number): Promise<void> => {
    const turn = held.get(partition) ?? turns.take(deps.signal);
    held.set(partition, turn);
    await turn;
  };
  const giveTurnBack = async (partition: number) => {
    (await held.get(partition))?.();
    held.delete(partition);
  };
  // A plan that may be recorded keeps its turn until it is written.
  const isSettled = async (partition: number) => {
    const plan = await plans.read(partition).catch(() => undefined);
    return plan?.to === null;
  };
  const planFor = async (partition: number, position: number): Promise<{ plan: Plan; batch: VisitBatch }> => {
    const open = await plans.read(partition);
    if (open?.from !== position) throw new Error(`partition ${partition} is not at ${position} any more`);
    if (open.to !== null) {
      return { plan: open, batch: await reformBatch(source, { ...open, to: open.to }) };
    }
    const batch = await takeBatch(source, partition, position, settings.maxVisits);
    const plan = { partition, from: position, to: batch.to };
    if (batch.to > position) await plans.record(plan);
    return { plan, batch };
  };
  const write = async (plan: Plan, batch: VisitBatch) => {
    const erasedIds = await erased.among(batch.visits.map((visit) => visit.linkId));
    const visits = batch.visits.filter((visit) => !erasedIds.has(visit.linkId));
    await deps.deadLetters(plan, batch.poison);
    await deps.writePlan(plan, visits);
    await plans.record({ partition: plan.partition, from: batch.to, to: null });
    metrics.counted('consolidate', visits.length);
    metrics.dropped('consolidate', 'erased', batch.visits.length - visits.length);
    metrics.dropped('consolidate', 'damaged', batch.skipped);
    for (const { reason } of batch.poison) metrics.dropped('consolidate', reason, 1);
  };

  return {
    name: 'consolidate',
    // stopped before its turn, it has nothing to do
    reserve: (partition) => void takeTurn(partition).catch(() => undefined),
    open: async (partition) => {
      const position = await findPosition(deps, partition);
      progress.moved(partition, position);
      return position;
    },
    step: async (partition, position) => {
      await takeTurn(partition);
      try {
        const { plan, batch } = await planFor(partition, position);
        if (batch.to > batch.from) await write(plan, batch);
        progress.moved(partition, batch.to, batch.visits.at(-1)?.time);
        return { position: batch.to, isFull: batch.isFull };
      } finally {
        if (await isSettled(partition)) await giveTurnBack(partition);
      }
    },
  };
}
