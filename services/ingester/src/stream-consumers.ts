// Makes the three consumers for the sessions of their groups. What has to be one in the process, however many
// partitions it owns, is made once here.

import { VisitTexts } from '@kurz/click-event';
import type { Db } from '@kurz/database';
import type { ClickHouse } from '@kurz/click-tables';
import type { DeadLetterTopic, OffsetRange, StreamOffsets, StreamSession } from '@kurz/click-stream';
import type { LiveClicks } from '@kurz/live-clicks';
import type { Clock, Log } from '@kurz/process';
import { makeStreamTakes } from './aggregate/stream-takes';
import { makeClassifier } from './classify';
import type { Gathering } from './consumer/gathering';
import { makeInHand } from './consumer/in-hand';
import { runConsumer, type RunningConsumer } from './consumer/run-consumer';
import type { RunningSession } from './consumer/running-sessions';
import type { ErasedLinks } from './erase/erased-links';
import type { IngesterMetrics } from './metrics/ingester-metrics';
import type { StreamMetrics } from './metrics/stream-metrics';
import { makeJournalOrder } from './plan/journal-order';
import { makeCommittedPlans, makeSessionPlans } from './plan/stream-plans';
import { makeAdmittedReferrers } from './sinks/clickhouse/admitted-referrers';
import { makeConsolidate } from './sinks/clickhouse/consolidate';
import { makeReplayableCap } from './sinks/clickhouse/replayable-cap';
import { makeLostPosition } from './sinks/clickhouse/lost-position';
import { reportDisorder } from './sinks/clickhouse/report-disorder';
import { makeWritePlan } from './sinks/clickhouse/write-plan';
import type { Consumer } from './sinks/consumer';
import { makeHits } from './sinks/postgres/hits';
import type { Progress } from './sinks/postgres/progress';
import { makeLive } from './sinks/redis/live';
import { makeStreamDeadLetters } from './sinks/stream-dead-letters';
import type { ClickSource } from './source/click-source';
import type { ConsumerName } from './source/consumer-name';
import { makeStreamSource } from './source/kafka/stream-source';
import { makeSemaphore } from '@kurz/resilience';

export type StreamConsumersDeps = {
  offsets: StreamOffsets;
  /** Begin and end of every partition, some moments old at most. */
  ranges: () => Promise<ReadonlyMap<number, OffsetRange>>;
  clickHouse: ClickHouse;
  db: Db;
  liveClicks: LiveClicks;
  countryOf: (network: string) => string;
  deadLetters: DeadLetterTopic;
  erased: ErasedLinks;
  progress: Progress;
  gathering: Record<ConsumerName, Gathering>;
  clock: Clock;
  log: Log;
  metrics: IngesterMetrics;
  streamMetrics: StreamMetrics;
  abandon: AbortSignal;
  onRefused: (reason: string) => void;
};

type Begin = (session: StreamSession, signal: AbortSignal) => RunningSession;

/** A set of hosts that others may add to is read again after this. */
const HOSTS_FRESH_MS = 5_000;

type Settings = { maxVisits: number; resumeFromProgress: boolean };

/** What is one in the process, however many partitions it owns. */
function makeOnce(deps: StreamConsumersDeps, settings: Settings) {
  const { offsets, clickHouse, countryOf, log, streamMetrics } = deps;
  const classify = makeClassifier({ countryOf });
  return {
    referrers: makeAdmittedReferrers(clickHouse, { freshMs: HOSTS_FRESH_MS }),
    turns: makeSemaphore(),
    hitTurns: makeSemaphore(),
    inHand: makeInHand(),
    deadLetters: makeStreamDeadLetters({
      topic: deps.deadLetters,
      log,
      onSent: streamMetrics.deadLetters,
    }),
    committedPlans: makeCommittedPlans(offsets),
    texts: new VisitTexts(),
    takes: makeStreamTakes({ classify, onShared: streamMetrics.shared }, settings),
  };
}

type Once = ReturnType<typeof makeOnce>;

/** A session's batches: where they come from, and who shares them. */
function open(
  deps: StreamConsumersDeps,
  { takes, texts }: Once,
  name: ConsumerName,
  session: StreamSession,
  signal: AbortSignal,
) {
  const sharer = takes.join(session.partition, name, signal);
  const source = makeStreamSource({
    session,
    texts,
    sharer,
    signal,
    range: async (isFresh) => {
      const range = (await (isFresh ? deps.offsets.ranges() : deps.ranges())).get(session.partition);
      if (!range) throw new Error(`the topic has no partition ${session.partition}`);
      return range;
    },
  });
  return { source, sharer };
}

function run(
  deps: StreamConsumersDeps,
  { inHand }: Once,
  consumer: Consumer,
  { session, source, signal }: { session: StreamSession; source: ClickSource; signal: AbortSignal },
): RunningConsumer {
  return runConsumer(
    {
      ...deps,
      source,
      consumer,
      gathering: deps.gathering[consumer.name],
      inHand: inHand[consumer.name],
      signal,
    },
    { partition: session.partition, isComplete: false },
  );
}

function beginConsolidate(deps: StreamConsumersDeps, once: Once, settings: Settings): Begin {
  const { offsets, clickHouse, streamMetrics, log } = deps;
  const { referrers, turns, takes, deadLetters } = once;
  return (session, signal) => {
    const { source, sharer } = open(deps, once, 'consolidate', session, signal);
    streamMetrics.owns(session.partition);
    const order = makeJournalOrder();
    const onPlan = (plan: { partition: number; to: number | null }) =>
      streamMetrics.plan(plan.partition, plan.to !== null);
    session.lost.addEventListener('abort', () => streamMetrics.plan(session.partition, false));
    const plans = makeSessionPlans({ offsets, session, order, onPlan });
    const referrerCap = makeReplayableCap({ clickHouse, referrers });
    const writePlan = makeWritePlan({ ...deps, plans, referrers, referrerCap, turns, signal });
    const planFor = makeLostPosition({ ...deps, beginAt: plans.beginAt }, settings);
    const onWritten = reportDisorder({ order, log, metrics: streamMetrics });
    const progress: Progress = {
      ...deps.progress,
      // visits of many redirectors come in no order of time: only a mark says how far that has come
      moved: (partition, position, newest) => {
        deps.progress.moved(partition, position);
        if (newest !== undefined) streamMetrics.consolidated(newest);
      },
    };
    const consolidate = makeConsolidate({
      ...deps,
      source,
      takeNext: takes.folded(source, sharer),
      takeAgain: takes.again(source, sharer),
      plans,
      writePlan,
      referrerCap,
      deadLetters,
      progress,
      planFor,
      onWritten,
    });
    return {
      session,
      loop: run(deps, once, consolidate, { session, source, signal }),
      recommit: () => session.recommit(plans.known()),
    };
  };
}

export function makeStreamConsumers(
  deps: StreamConsumersDeps,
  settings: Settings,
): Record<ConsumerName, Begin> {
  const once = makeOnce(deps, settings);
  const { takes, hitTurns, committedPlans } = once;
  return {
    consolidate: beginConsolidate(deps, once, settings),
    hits: (session, signal) => {
      const { source, sharer } = open(deps, once, 'hits', session, signal);
      const hits = makeHits({ ...deps, source, takeNext: takes.hits(source, sharer), turns: hitTurns });
      return { session, loop: run(deps, once, hits, { session, source, signal }) };
    },
    live: (session, signal) => {
      const { source, sharer } = open(deps, once, 'live', session, signal);
      const takeNext = takes.folded(source, sharer);
      const live = makeLive({ ...deps, source, takeNext, plans: committedPlans, signal });
      return { session, loop: run(deps, once, live, { session, source, signal }) };
    },
  };
}
