// The sink that writes one partition into ClickHouse, each visit once.
// The partition is either settled (its intent has no `to`) or an intent is open: recorded, written in part or whole,
// not yet committed. settled → record the intent → write → commit → settled. After a crash an open intent is formed
// again with the same bounds and written again; then it goes on.

import type { Db } from '@kurz/database';
import type { ChunkRange } from '@kurz/click-stream';
import type { LinkDayCounts } from '../../aggregate/link-day-counts';
import type { SummedBatch, TakeAgain, TakeNext } from '../../aggregate/take-batch';
import type { ErasedLinks } from '../../erase/erased-links';
import { withoutErased } from '../../erase/without-erased';
import type { IngesterMetrics } from '../../metrics/ingester-metrics';
import type { BatchIntent, IntentLog } from '../../intent/intent-log';
import type { PartitionSource } from '../../source/partition-source';
import type { Sink } from '../sink';
import type { DeadLetters } from '../dead-letters';
import type { Progress } from '../postgres/progress';
import { findPosition, type MissingOffset } from './find-position';
import type { WriteBatch } from './write-batch';

type Batch = SummedBatch<LinkDayCounts[]>;

type Deps = {
  source: PartitionSource;
  takeNext: TakeNext<LinkDayCounts[]>;
  takeAgain: TakeAgain<LinkDayCounts[]>;
  intents: IntentLog;
  db: Db;
  writeBatch: WriteBatch;
  erased: ErasedLinks;
  deadLetters: DeadLetters;
  progress: Progress;
  metrics: IngesterMetrics;
  /** Called after the commit: the partition's batch is not written again. */
  settle: (partition: number) => void;
  onMissingOffset?: (facts: MissingOffset) => Promise<BatchIntent>;
  /** Called when a batch is written and before it is committed; what it returns is called after the commit. */
  onWritten?: (ranges: readonly ChunkRange[]) => () => void;
};

export function makeClickHouseSink(deps: Deps): Sink {
  const { takeNext, takeAgain, intents, erased, metrics, progress } = deps;
  const { partition } = deps.source;

  const intentAt = async (position: number): Promise<{ batch: Batch; isReplay: boolean }> => {
    const open = await intents.read(partition);
    if (open?.from !== position) throw new Error(`partition ${partition} is not at ${position} any more`);
    if (open.to !== null) {
      const batch = await takeAgain({ from: position, to: open.to });
      return { batch, isReplay: true };
    }
    const batch = await takeNext(position);
    if (batch.to > position) await intents.record({ partition, from: position, to: batch.to });
    return { batch, isReplay: false };
  };
  const write = async (batch: Batch, isReplay: boolean) => {
    const intent = { partition, from: batch.from, to: batch.to };
    const { kept, erasedVisits } = await withoutErased(erased, batch.sum);
    await deps.writeBatch(intent, kept, isReplay);
    // not before the write: while ClickHouse is away, the batch is retried again and again
    await deps.deadLetters(intent, batch.poison);
    const onCommitted = deps.onWritten?.(batch.ranges);
    await intents.record({ partition, from: batch.to, to: null });
    onCommitted?.();
    deps.settle(partition);
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
      const { batch, isReplay } = await intentAt(position);
      if (batch.to > batch.from) await write(batch, isReplay);
      progress.moved(partition, batch.to, batch.lastTime);
      return { position: batch.to, isFull: batch.isFull };
    },
  };
}
