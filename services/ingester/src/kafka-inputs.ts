// The pipeline's inputs for a session, the time in which a member of a consumer group owns a partition: the partition
// as a source, the shared batches, and for ClickHouse the intents beside the group's committed offset.

import { VisitTexts } from '@kurz/click-event';
import type { OffsetRange, StreamOffsets, StreamSession } from '@kurz/click-stream';
import type { ClickShards } from '@kurz/click-tables';
import type { Db } from '@kurz/database';
import type { Log } from '@kurz/process';
import { makeSemaphore } from '@kurz/resilience';
import type { SharedBatchCache } from './aggregate/shared-batch-cache';
import { runBackfills } from './backfill/run-backfills';
import type { RunningSession } from './consumer/running-sessions';
import type { StreamMetrics } from './metrics/stream-metrics';
import type { Input, Pipeline } from './pipeline';
import { makeSequenceCheck } from './intent/sequence-check';
import { makeSessionIntents } from './intent/kafka-intents';
import { makeMissingOffset } from './sinks/clickhouse/missing-offset';
import { reportSequenceFaults } from './sinks/clickhouse/report-sequence-faults';
import type { Progress } from './sinks/postgres/progress';
import type { ConsumerName } from './source/consumer-name';
import { makeKafkaPartition, type BatchCacheOfSink } from './source/kafka/kafka-partition';

type Deps = {
  pipeline: Pipeline;
  offsets: StreamOffsets;
  /** Begin and end of every partition, some moments old at most. */
  ranges: () => Promise<ReadonlyMap<number, OffsetRange>>;
  shared: SharedBatchCache;
  shards: ClickShards;
  db: Db;
  progress: Progress;
  log: Log;
  metrics: StreamMetrics;
  /** Called when only an operator can help: the process should end. */
  onRefused: (reason: string) => void;
};

/** A backfill shares no batches. */
const NOT_SHARED: BatchCacheOfSink = {
  standsAt: () => undefined,
  hasNext: () => false,
  waitForOthers: () => Promise.resolve(),
};

type Begin = (session: StreamSession, signal: AbortSignal) => RunningSession;

export function makeKafkaInputs(
  deps: Deps,
  settings: { resumeFromProgress: boolean },
): Record<ConsumerName | 'backfill', Begin> {
  const { pipeline, offsets, ranges, shared, shards, db, log, metrics, onRefused } = deps;
  const texts = new VisitTexts();

  const filling = makeSemaphore();
  const sourceOf = (session: StreamSession, cache: BatchCacheOfSink, signal: AbortSignal) => {
    const { partition } = session;
    const range = async (isFresh: boolean) => {
      const found = (await (isFresh ? offsets.ranges() : ranges())).get(partition);
      if (!found) throw new Error(`the topic has no partition ${partition}`);
      return found;
    };
    return makeKafkaPartition({ session, texts, cache, signal, range });
  };
  const inputOf = (name: ConsumerName, session: StreamSession, signal: AbortSignal): Input => {
    const cache = shared.join(session.partition, name, signal);
    return { source: sourceOf(session, cache, signal), cache, signal };
  };

  const consolidate: Begin = (session, signal) => {
    const { partition } = session;
    metrics.owns(partition);
    const sequence = makeSequenceCheck();
    const onIntent = (isOpen: boolean) => metrics.intent(partition, isOpen);
    session.lost.addEventListener('abort', () => {
      onIntent(false);
      metrics.unaccounted(partition, 0);
    });
    const intents = makeSessionIntents({
      offsets,
      session,
      sequence,
      onIntent: ({ to }) => onIntent(to !== null),
    });
    const progress: Progress = {
      ...deps.progress,
      // visits of many redirectors come in no order of time: only the watermark says up to which time they are complete
      moved: (_, position, newest) => {
        deps.progress.moved(partition, position);
        if (newest !== undefined) metrics.consolidated(newest);
      },
    };
    const loop = pipeline.consolidate({
      ...inputOf('consolidate', session, signal),
      intents,
      progress,
      onMissingOffset: makeMissingOffset(
        { shards, db, log, partition, beginAt: intents.beginAt, onRefused },
        settings,
      ),
      onWritten: reportSequenceFaults({ partition, sequence, log, metrics }),
    });
    return {
      session,
      loop,
      recommit: () => session.recommit(intents.known()),
      lastOf: sequence.lastOf,
    };
  };

  return {
    consolidate,
    hits: (session, signal) => ({ session, loop: pipeline.hits(inputOf('hits', session, signal)) }),
    live: (session, signal) => ({ session, loop: pipeline.live(inputOf('live', session, signal)) }),
    backfill: (session, signal) => {
      const { partition } = session;
      const fill = pipeline.backfill({ source: sourceOf(session, NOT_SHARED, signal), signal });
      const onLacking = (lacking: ReadonlyMap<number, number>) => metrics.missed(partition, lacking);
      session.lost.addEventListener('abort', () => onLacking(new Map()));
      return { session, loop: runBackfills({ session, fill, permits: filling, db, log, onLacking, signal }) };
    },
  };
}
