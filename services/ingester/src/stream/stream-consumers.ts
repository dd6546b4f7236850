// Makes the three consumers for the sessions of their groups. What has to be one in the process, however many
// partitions it owns, is made once here.

import { VisitTexts } from '@kurz/click-event';
import type { Db } from '@kurz/database';
import type { ClickHouse } from '@kurz/click-tables';
import type { DeadLetterTopic, OffsetRange, StreamOffsets, StreamSession } from '@kurz/click-stream';
import type { LiveClicks } from '@kurz/live-clicks';
import type { Clock, Log } from '@kurz/process';
import { makeClassifier } from '../classify';
import type { Consumer, ConsumerName } from '../consume/consumer';
import type { Gathering } from '../consume/gathering';
import type { IngesterMetrics } from '../consume/ingester-metrics';
import { makeInHand } from '../consume/in-hand';
import { runConsumer, type RunningConsumer } from '../consume/run-consumer';
import { makeTurns } from '../consume/turns';
import type { ErasedLinks } from '../erase/erased-links';
import { makeHits } from '../hits/hits';
import { makeLive } from '../live/live';
import type { Progress } from '../progress/progress';
import type { ClickSource } from '../read/click-source';
import { makeAdmittedReferrers } from '../write/admitted-referrers';
import { makeConsolidate } from '../write/consolidate';
import { makeDecideReferrers } from '../write/decide-referrers';
import { makeWritePlan } from '../write/write-plan';
import { makeJournalOrder } from './journal-order';
import { makeLostPosition } from './lost-position';
import { reportDisorder } from './report-disorder';
import type { RunningSession } from './running-sessions';
import { makeStreamDeadLetters } from './stream-dead-letters';
import type { StreamMetrics } from './stream-metrics';
import { makeCommittedPlans, makeSessionPlans } from './stream-plans';
import { makeStreamSource } from './stream-source';
import { makeStreamTakes } from './stream-takes';

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

export function makeStreamConsumers(
  deps: StreamConsumersDeps,
  settings: { maxVisits: number; resumeFromProgress: boolean },
): Record<ConsumerName, Begin> {
  const { offsets, clickHouse, streamMetrics, log } = deps;
  const classify = makeClassifier({ countryOf: deps.countryOf });
  const referrers = makeAdmittedReferrers(clickHouse, { freshMs: HOSTS_FRESH_MS });
  const turns = makeTurns();
  const hitTurns = makeTurns();
  const inHand = makeInHand();
  const deadLetters = makeStreamDeadLetters({
    topic: deps.deadLetters,
    log,
    onSent: streamMetrics.deadLetters,
  });
  const committedPlans = makeCommittedPlans(offsets);
  const texts = new VisitTexts();
  const takes = makeStreamTakes({ classify, onShared: streamMetrics.shared }, settings);

  const open = (name: ConsumerName, session: StreamSession, signal: AbortSignal) => {
    const sharer = takes.join(session.partition, name, signal);
    const source = makeStreamSource({
      session,
      texts,
      sharer,
      signal,
      range: async (isFresh) => {
        const range = (await (isFresh ? offsets.ranges() : deps.ranges())).get(session.partition);
        if (!range) throw new Error(`the topic has no partition ${session.partition}`);
        return range;
      },
    });
    return { source, sharer };
  };
  const run = (
    consumer: Consumer,
    session: StreamSession,
    source: ClickSource,
    signal: AbortSignal,
  ): RunningConsumer =>
    runConsumer(
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

  return {
    consolidate: (session, signal) => {
      const { source, sharer } = open('consolidate', session, signal);
      streamMetrics.owns(session.partition);
      const order = makeJournalOrder();
      const onPlan = (plan: { partition: number; to: number | null }) =>
        streamMetrics.plan(plan.partition, plan.to !== null);
      session.lost.addEventListener('abort', () => streamMetrics.plan(session.partition, false));
      const plans = makeSessionPlans({ offsets, session, order, onPlan });
      const decideReferrers = makeDecideReferrers({ clickHouse, referrers });
      const writePlan = makeWritePlan({ ...deps, plans, referrers, decideReferrers, turns, signal });
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
        decideReferrers,
        deadLetters,
        progress,
        planFor,
        onWritten,
      });
      return {
        session,
        loop: run(consolidate, session, source, signal),
        recommit: () => session.recommit(plans.known()),
      };
    },
    hits: (session, signal) => {
      const { source, sharer } = open('hits', session, signal);
      const hits = makeHits({ ...deps, source, takeNext: takes.hits(source, sharer), turns: hitTurns });
      return { session, loop: run(hits, session, source, signal) };
    },
    live: (session, signal) => {
      const { source, sharer } = open('live', session, signal);
      const takeNext = takes.folded(source, sharer);
      const live = makeLive({ ...deps, source, takeNext, plans: committedPlans, signal });
      return { session, loop: run(live, session, source, signal) };
    },
  };
}
