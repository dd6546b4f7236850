// The ingester on Kafka: three consumer groups, each counting the partitions that it is given. Any number of such
// processes share the topic.

import { setMaxListeners } from 'node:events';
import {
  openDeadLetters,
  openJournalHeartbeats,
  openStreamOffsets,
  type StreamClient,
  type StreamOffsets,
} from '@kurz/click-stream';
import { makeClickShards, type ClickHouses, type ClickShards } from '@kurz/click-tables';
import { findShard, type Db } from '@kurz/database';
import type { LiveClicks } from '@kurz/live-clicks';
import type { Clock, Log, Metrics } from '@kurz/process';
import { makeSharedBatchCache } from './aggregate/shared-batch-cache';
import { makeLinger, type Linger } from './consumer/linger';
import { makeRunningSessions, type RunningSessions } from './consumer/running-sessions';
import { makeEraseUnderLock } from './erase/erase-under-lock';
import { makeErasedLinks, type ErasedLinks } from './erase/erased-links';
import { makeEraser } from './erase/eraser';
import { makeCountedEnds } from './erase/counted-ends';
import { joinGroups } from './join-groups';
import { makeKafkaInputs } from './kafka-inputs';
import { makeWatermark } from './maintenance/watermark';
import { makeKafkaMaintenance } from './maintenance/kafka-maintenance';
import { runMaintenance } from './maintenance/run-maintenance';
import { makeIngesterMetrics, type IngesterMetrics } from './metrics/ingester-metrics';
import { makeStreamMetrics, type StreamMetrics } from './metrics/stream-metrics';
import { makeMover } from './move/make-mover';
import { makePipeline } from './pipeline';
import { makeCommittedIntents } from './intent/kafka-intents';
import { makeProgress } from './sinks/postgres/progress';
import { makeStreamDeadLetters } from './sinks/stream-dead-letters';
import type { ConsumerName } from './source/consumer-name';
import { makeShippedWatermark } from './source/kafka/shipped-watermark';
import { closeWithin } from './waiting/close-within';
import { memoizeTtl } from './waiting/memoize-ttl';

export type StreamIngesterDeps = {
  kafka: StreamClient;
  clickHouses: ClickHouses;
  db: Db;
  liveClicks: LiveClicks;
  /** The look-up of `openCountryLookup`. */
  countryOf: (network: string) => string;
  clock: Clock;
  log: Log;
  metrics: Metrics;
};

export type StreamIngesterSettings = {
  topic: string;
  deadTopic: string;
  /** Waits this long after the first new visit before it writes to ClickHouse, so that a row counts more of them. */
  lingerMs: number;
  /** Most visits of a batch, at most 100,000; a batch is of whole messages. */
  maxVisits: number;
  /** A process that is silent this long loses its partitions to the others, ms. */
  sessionTimeoutMs: number;
  /** How long a day must be over before it is final, ms, whatever the redirectors' journals say. */
  finalAfterMs: number;
  /** Silence after which a redirector's journal is no longer awaited, ms. */
  journalGoneMs: number;
  /** For how long batches wait for a shard of ClickHouse that is away before they skip it, ms. */
  shardPatienceMs: number;
  /** How often the last commit is repeated, ms; default: a day. */
  recommitMs?: number;
  /** When Kafka's positions are lost, continue from PostgreSQL's. For one start, by the runbook. */
  resumeFromProgress: boolean;
};

export type StreamIngester = {
  /** Resolves with the reason when only an operator can help: the process should end. */
  refused: Promise<string>;
  /** Whether this process is a member of each group. */
  hasJoined: () => Record<ConsumerName, boolean>;
  /** Ends the current batches, or leaves them to the successor, and leaves the groups; within 4 s. */
  close: () => Promise<void>;
};

const MAX_VISITS = 100_000;
/** A set of hosts that others may add to is read again after this. */
const HOSTS_FRESH_MS = 5_000;
const RANGES_FRESH_MS = 500;
/** A batch of fewer visits is not worth sharing. */
const MIN_SHARED_VISITS = 10_000;
const MAX_SHARED_VISITS = 500_000;
/** The resolution of the counts' freshness; each watermark costs Kafka some requests for each journal. */
const MAX_WATERMARK_MS = 30_000;
/** hits and live are for freshness; their batches cost little. */
export const MAX_LINGER_MS = { hits: 1_000, live: 250 };

const lingerOf = (lingerMs: number): Record<ConsumerName, Linger> => ({
  consolidate: makeLinger(lingerMs),
  hits: makeLinger(Math.min(lingerMs, MAX_LINGER_MS.hits)),
  live: makeLinger(Math.min(lingerMs, MAX_LINGER_MS.live)),
});

/** What the parts below share. */
type Parts = {
  shards: ClickShards;
  offsets: StreamOffsets;
  ranges: StreamOffsets['ranges'];
  erased: ErasedLinks;
  metrics: IngesterMetrics;
  streamMetrics: StreamMetrics;
  signal: AbortSignal;
};

/** The groups, with the loops that count the partitions that they are given. */
function makeGroups(
  deps: StreamIngesterDeps,
  parts: Parts,
  settings: StreamIngesterSettings & {
    abandon: AbortSignal;
    deadLetters: ReturnType<typeof makeStreamDeadLetters>;
    progress: ReturnType<typeof makeProgress>;
    onRefused: (reason: string) => void;
  },
): Record<ConsumerName | 'backfill', RunningSessions> {
  const { db, liveClicks, countryOf, clock, log } = deps;
  const { shards, offsets, ranges, erased, metrics, streamMetrics, signal } = parts;
  const { abandon, deadLetters, progress, onRefused } = settings;
  const maxVisits = Math.max(1, Math.min(settings.maxVisits, MAX_VISITS));
  const pipeline = makePipeline(
    {
      shards,
      db,
      liveClicks,
      countryOf,
      intents: makeCommittedIntents(offsets),
      deadLetters,
      erased,
      linger: lingerOf(settings.lingerMs),
      clock,
      log,
      metrics,
      abandon,
    },
    { maxVisits, hostsFreshMs: HOSTS_FRESH_MS, shardPatienceMs: settings.shardPatienceMs },
  );
  const shared = makeSharedBatchCache(
    { now: () => performance.now(), onHit: streamMetrics.shared },
    { minBatchVisits: Math.min(MIN_SHARED_VISITS, maxVisits / 2), maxKeptVisits: MAX_SHARED_VISITS },
  );
  const begin = makeKafkaInputs(
    { pipeline, offsets, ranges, shared, shards, db, progress, log, metrics: streamMetrics, onRefused },
    { resumeFromProgress: settings.resumeFromProgress },
  );
  return {
    consolidate: makeRunningSessions(begin.consolidate, signal),
    hits: makeRunningSessions(begin.hits, signal),
    live: makeRunningSessions(begin.live, signal),
    backfill: makeRunningSessions(begin.backfill, signal),
  };
}

function makeErase(
  { db, liveClicks }: StreamIngesterDeps,
  { shards, offsets, erased, metrics }: Parts,
): () => Promise<void> {
  const { ends, haveAllCounted } = makeCountedEnds({ offsets, db, liveClicks });
  const erase = makeEraser({ db, shards, liveClicks, erased, metrics, ends, haveAllCounted });
  return makeEraseUnderLock({ db, erased, metrics, shards: shards.all.length, erase });
}

/** Joins the groups in the background and stays in them. Waits for no store, and never throws for an absent one. */
export function makeStreamIngester(
  deps: StreamIngesterDeps,
  settings: StreamIngesterSettings,
): StreamIngester {
  const { kafka, clickHouses, db, clock, log } = deps;
  const shards = makeClickShards(clickHouses, (id) => findShard(db, id));
  const { topic } = settings;
  const stopping = new AbortController();
  const abandoning = new AbortController();
  const { signal } = stopping;
  // each partition of each group listens
  setMaxListeners(0, signal, abandoning.signal);
  let refuse: (reason: string) => void = () => undefined;
  const refused = new Promise<string>((resolve) => (refuse = resolve));

  const offsets = openStreamOffsets({ kafka }, { topic });
  const heartbeats = openJournalHeartbeats({ kafka }, { topic });
  const deadTopic = openDeadLetters({ kafka }, { topic: settings.deadTopic });
  const ranges = memoizeTtl(offsets.ranges, RANGES_FRESH_MS);
  const metrics = makeIngesterMetrics(deps.metrics);
  const streamMetrics = makeStreamMetrics(deps.metrics, {
    now: clock.now,
    lags: () => care.lags(),
    staleness: () => care.staleness(),
  });
  const erased = makeErasedLinks({ db, log });
  const parts = { shards, offsets, ranges, erased, metrics, streamMetrics, signal };
  const progress = makeProgress({ db, clock, log, signal, isComplete: () => false });
  const groups = makeGroups(deps, parts, {
    ...settings,
    abandon: abandoning.signal,
    deadLetters: makeStreamDeadLetters({ topic: deadTopic, log, onSent: streamMetrics.deadLetters }),
    progress,
    onRefused: refuse,
  });
  const shippedWatermark = makeShippedWatermark(
    { heartbeats: heartbeats.read, clock, log, onHeldBack: streamMetrics.journalsHeldBack },
    { finalAfterMs: settings.finalAfterMs, goneAfterMs: settings.journalGoneMs },
  );
  const moveWatermark = makeWatermark(
    {
      consolidate: groups.consolidate,
      shippedWatermark,
      ends: offsets.writtenEnds,
      progress,
      onAccounted: streamMetrics.unaccounted,
    },
    { everyMs: Math.min(MAX_WATERMARK_MS, settings.finalAfterMs) },
  );
  const care = makeKafkaMaintenance(
    { groups, ranges, moveWatermark, log },
    { recommitMs: settings.recommitMs },
  );
  const maintenance = runMaintenance(
    { clickHouses, db, clock, log, metrics, signal },
    {
      erase: makeErase(deps, parts),
      moveWorkspaces: clickHouses.length > 1 ? makeMover({ shards, offsets, db, log }) : undefined,
      source: { name: 'stream', tick: care.tick },
    },
  );
  const joined = joinGroups(
    { kafka, offsets, log, groups },
    { topic, sessionTimeoutMs: settings.sessionTimeoutMs, isSharded: clickHouses.length > 1 },
  );
  metrics.joined(joined.hasJoined);

  let closing: Promise<void> | undefined;
  const close = async () => {
    const loops = Object.values(groups).map((group) => group.ended());
    await closeWithin({
      stop: () => stopping.abort(),
      abandon: () => abandoning.abort(),
      ended: Promise.all([...loops, maintenance.ended]),
    });
    await joined.close();
    await Promise.all([offsets.close(), heartbeats.close(), deadTopic.close()]);
  };

  return { refused, hasJoined: joined.hasJoined, close: () => (closing ??= close()) };
}
