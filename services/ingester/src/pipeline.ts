// The way of a batch, step by step. Each partition is read by three sinks; each has a position of its own, so that the
// outage of one store stops only its own count.
//
//   source     source/        a batch of lines, from the sink's position on: of the journal or of Kafka
//   classify   visitor-facts  what each visit counts as: bot or human, country, referrer, device, browser, OS, language
//   aggregate  aggregate/     one row for each link and day, or the hits of each link
//   erase      erase/         no row of a deleted link
//   cap        sinks/         at most 200 referrer hosts for each link and day (ClickHouse; live counts have their own)
//   sinks      sinks/         ClickHouse (statistics), PostgreSQL (lifetime hits), live counts (today and yesterday)
//   position   sinks/         moves with the counts, or after an intent that makes a second write replace the first
//   backfill   backfill/      what a shard of ClickHouse missed while it was away
//
// The loop that takes one batch after another: consumer/run-consumer.ts.

import type { ChunkRange } from '@kurz/click-stream';
import type { ClickShards } from '@kurz/click-tables';
import type { Db } from '@kurz/database';
import type { LiveClicks, ReplacedPosition } from '@kurz/live-clicks';
import type { Clock, Log } from '@kurz/process';
import { makeSemaphore, type Semaphore } from '@kurz/resilience';
import { makeClassifier } from '@kurz/visitor-facts';
import { makeBatchTakers, type SinkInput } from './aggregate/make-batch-takers';
import { makeFillRange, type FillRange } from './backfill/fill-range';
import { makeSkipShards, skipNone } from './sinks/clickhouse/skip-shards';
import type { Linger } from './consumer/linger';
import { runConsumer, type RunningConsumer } from './consumer/run-consumer';
import type { ErasedLinks } from './erase/erased-links';
import type { IngesterMetrics } from './metrics/ingester-metrics';
import type { BatchIntent, IntentLog } from './intent/intent-log';
import { makeAdmittedReferrers } from './sinks/clickhouse/admitted-referrers';
import { makeClickHouseSink } from './sinks/clickhouse/clickhouse-sink';
import type { MissingOffset } from './sinks/clickhouse/find-position';
import { makeSharedShards, makeShardWriter } from './sinks/clickhouse/shard-writer';
import { makeInOneShard, makeSplitByShard } from './sinks/clickhouse/split-by-shard';
import { makeWriteBatch } from './sinks/clickhouse/write-batch';
import type { DeadLetters } from './sinks/dead-letters';
import { makeLiveSink } from './sinks/live/live-sink';
import { lookWhileIdle } from './sinks/live/look-while-idle';
import { makeSeedLiveClicks, type SeedLiveClicks } from './sinks/live/seed-live-clicks';
import { makeHitsSink } from './sinks/postgres/hits-sink';
import type { Progress } from './sinks/postgres/progress';
import type { Sink } from './sinks/sink';
import type { ConsumerName } from './source/consumer-name';

export type PipelineDeps = {
  shards: ClickShards;
  db: Db;
  liveClicks: LiveClicks;
  /** The look-up of `openCountryLookup`. */
  countryOf: (network: string) => string;
  /** The intents of every partition, for reading. */
  intents: Pick<IntentLog, 'read'>;
  deadLetters: DeadLetters;
  erased: ErasedLinks;
  linger: Record<ConsumerName, Linger>;
  clock: Clock;
  log: Log;
  metrics: IngesterMetrics;
  /** Cuts writes off when the process has to end. */
  abandon: AbortSignal;
};

export type PipelineSettings = {
  maxVisits: number;
  /** How long this process may use a set of admitted hosts again; unbounded when no other process adds to it. */
  hostsFreshMs: number;
  /** For how long batches wait for a shard that is away; unbounded with one ClickHouse. */
  shardPatienceMs: number;
};

/** One partition as one sink reads it, until `signal` is aborted. */
export type Input = SinkInput & { signal: AbortSignal };

export type ClickHouseInput = Input & {
  /** The intents of this partition, for writing. */
  intents: IntentLog;
  progress: Progress;
  /** Called when the intent cannot be true. By default that is an error. */
  onMissingOffset?: (facts: MissingOffset) => Promise<BatchIntent>;
  /** Called when a batch is written and before it is committed; what it returns is called after the commit. */
  onWritten?: (ranges: readonly ChunkRange[]) => () => void;
};

export type Pipeline = {
  consolidate: (input: ClickHouseInput) => RunningConsumer;
  hits: (input: Input) => RunningConsumer;
  live: (input: Input) => RunningConsumer;
  seeds: SeedLiveClicks;
  /** Writes what shards missed of a partition. */
  backfill: (input: Input) => FillRange;
};

/** Batches that a sink works on at a time, for any number of partitions: one is prepared while another is written. */
const BATCHES = 2;

/** Which rows go to which shards of ClickHouse. */
function sharding(
  { shards, db, erased, log }: PipelineDeps,
  { hostsFreshMs, shardPatienceMs }: PipelineSettings,
) {
  const sharedShards = makeSharedShards(shards, (clickHouse) =>
    makeAdmittedReferrers(clickHouse, { freshMs: hostsFreshMs }),
  );
  if (shards.all.length === 1)
    return { sharedShards, splitByShard: makeInOneShard({ erased }), skipShards: skipNone };
  const skipShards = makeSkipShards({ shards: sharedShards, db, log }, { patienceMs: shardPatienceMs });
  return { sharedShards, splitByShard: makeSplitByShard({ db }), skipShards };
}

/** Makes once what all partitions of the process share. */
export function makePipeline(deps: PipelineDeps, settings: PipelineSettings): Pipeline {
  const { shards, db, liveClicks, erased, clock, log, metrics, abandon } = deps;
  const take = makeBatchTakers(makeClassifier({ countryOf: deps.countryOf }), settings);
  const { sharedShards, splitByShard, skipShards } = sharding(deps, settings);
  const seeds = makeSeedLiveClicks({ shards, db, liveClicks, intents: deps.intents, erased, clock });
  const [writing, counting] = [makeSemaphore(), makeSemaphore()];
  const writes = { splitByShard, semaphore: writing, clock, abandon };
  const permits: Record<ConsumerName, Semaphore> = {
    consolidate: makeSemaphore(BATCHES),
    hits: makeSemaphore(BATCHES),
    live: makeSemaphore(BATCHES),
  };

  const run = (sink: Sink, { source, cache, signal }: Input): RunningConsumer =>
    runConsumer({
      source,
      sink,
      linger: deps.linger[sink.name],
      permits: permits[sink.name],
      hasNext: () => cache?.hasNext() === true,
      log,
      metrics,
      signal,
    });

  return {
    seeds,
    backfill: ({ source, signal }) =>
      makeFillRange({
        shards: sharedShards.map(makeShardWriter),
        takeBefore: take.before({ source }),
        takeAgain: take.again({ source }),
        ...writes,
        source,
        erased,
        db,
        log,
        signal,
      }),
    consolidate: (input) => {
      const { source, intents, progress, onMissingOffset, onWritten, signal } = input;
      const writers = sharedShards.map(makeShardWriter);
      const writeBatch = makeWriteBatch({
        ...writes,
        shards: writers,
        skipShards,
        intents,
        signal,
      });
      const sink = makeClickHouseSink({
        source,
        takeNext: take.aggregated(input),
        takeAgain: take.again(input),
        intents,
        db,
        writeBatch,
        erased,
        deadLetters: deps.deadLetters,
        progress,
        metrics,
        settle: (partition) => writers.forEach((writer) => writer.settle(partition)),
        onMissingOffset,
        onWritten,
      });
      return run(sink, input);
    },
    hits: (input) =>
      run(
        makeHitsSink({ source: input.source, takeNext: take.hits(input), db, metrics, semaphore: counting }),
        input,
      ),
    live: (input) => {
      const { source, signal } = input;
      const seed = (replaces: ReplacedPosition) => seeds.seed(source.partition, { replaces, signal });
      return run(
        makeLiveSink({ source, takeNext: take.aggregated(input), liveClicks, seed, erased, metrics }),
        { ...input, source: lookWhileIdle(source) },
      );
    },
  };
}
