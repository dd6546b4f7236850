// Puts the ingester on Kafka together: three consumer groups, each counting the partitions that it is given, and the
// chores around them. Any number of such processes share the topic.

import { setMaxListeners } from 'node:events';
import {
  openDeadLetters,
  openJournalSigns,
  openStreamOffsets,
  type StreamClient,
  type StreamOffsets,
} from '@kurz/click-stream';
import type { ClickHouse } from '@kurz/click-tables';
import type { Db } from '@kurz/database';
import type { LiveClicks } from '@kurz/live-clicks';
import type { Clock, Log, Metrics } from '@kurz/process';
import type { CompactionDeps } from './compact/compaction';
import { COMPACTION_EVERY_MS, makeCompactionChore } from './compact/compaction-chore';
import { makeCompactor } from './compact/make-compactor';
import { makeFinalMarks } from './consumer/final-marks';
import { makeGathering, type Gathering } from './consumer/gathering';
import { repeat } from './consumer/repeat';
import { makeRunningSessions, type RunningSessions } from './consumer/running-sessions';
import { makeStreamChores } from './consumer/stream-chores';
import { makeEraseInTurn } from './erase/erase-in-turn';
import { makeErasedLinks, type ErasedLinks } from './erase/erased-links';
import { makeEraser } from './erase/eraser';
import { makePassedByAll } from './erase/passed-by-all';
import { PURGE_EVERY_MS, purgeMaskedRows } from './erase/purge-masked-rows';
import { joinGroups } from './join-groups';
import { makeIngesterMetrics, type IngesterMetrics } from './metrics/ingester-metrics';
import { makeStreamMetrics } from './metrics/stream-metrics';
import { makeProgress } from './sinks/postgres/progress';
import type { ConsumerName } from './source/consumer-name';
import { makeShippedUntil } from './source/kafka/shipped-until';
import { makeStreamConsumers } from './stream-consumers';
import { closeWithin } from './waiting/close-within';
import { recent } from './waiting/recent';

export type StreamIngesterDeps = {
  kafka: StreamClient;
  clickHouse: ClickHouse;
  db: Db;
  liveClicks: LiveClicks;
  /** What `openCountryLookup` gives. */
  countryOf: (network: string) => string;
  clock: Clock;
  log: Log;
  metrics: Metrics;
};

export type StreamIngesterSettings = {
  topic: string;
  deadTopic: string;
  /** Waits this long after the first new visit before it writes to ClickHouse, so that a row stands for more of them. */
  gatherMs: number;
  /** Most visits of a batch, at most 100,000; a batch is of whole messages. */
  maxVisits: number;
  /** A process that is silent this long loses its partitions to the others, ms. */
  sessionTimeoutMs: number;
  /** How long a day must be over before it is said to be final, ms, whatever the redirectors' journals say. */
  finalAfterMs: number;
  /** Silence after which nothing is awaited of a redirector's journal, ms. */
  journalGoneMs: number;
  /** How often what is committed is committed again, ms; default: a day. */
  recommitMs?: number;
  /** Where Kafka's positions are lost: go on from what PostgreSQL says. For one start, by the runbook. */
  resumeFromProgress: boolean;
};

export type StreamIngester = {
  /** Resolves with the reason when only an operator can help: the process should end. */
  refused: Promise<string>;
  /** Whether each group has this process as a member. */
  hasJoined: () => Record<ConsumerName, boolean>;
  /** Ends the batches in hand, or leaves them to the successor, and leaves the groups; within 4 s. */
  close: () => Promise<void>;
};

const MOST_VISITS = 100_000;
const EVERY_MS = 1_000;
const RANGES_FRESH_MS = 500;
/** How fine the time is that is told of the counts; each mark costs Kafka some requests for each journal. */
const LONGEST_MARK_MS = 30_000;
/** hits and live are for freshness; their batches cost little. */
export const MOST_GATHER_MS = { hits: 1_000, live: 250 };

const gatheringOf = (gatherMs: number): Record<ConsumerName, Gathering> => ({
  consolidate: makeGathering(gatherMs),
  hits: makeGathering(Math.min(gatherMs, MOST_GATHER_MS.hits)),
  live: makeGathering(Math.min(gatherMs, MOST_GATHER_MS.live)),
});

type EraseDeps = Pick<StreamIngesterDeps, 'db' | 'clickHouse' | 'liveClicks'> & {
  offsets: StreamOffsets;
  erased: ErasedLinks;
  metrics: IngesterMetrics;
};

function makeErase({ db, clickHouse, liveClicks, offsets, erased, metrics }: EraseDeps): () => Promise<void> {
  const passedByAll = makePassedByAll({ offsets, db, liveClicks });
  const erase = makeEraser({ db, clickHouse, liveClicks, erased, metrics, ...passedByAll });
  return makeEraseInTurn({ db, erased, metrics, erase });
}

/** Repeats what is done beside counting, until `signal` is aborted. Resolves when the last round has ended. */
function repeatChores(
  deps: CompactionDeps & { metrics: IngesterMetrics; signal: AbortSignal },
  { erase, lookAfter }: { erase: () => Promise<void>; lookAfter: () => Promise<void> },
): Promise<unknown> {
  const { log, metrics, signal, clickHouse } = deps;
  const done = metrics.chores(['erasures', 'stream', 'compaction', 'masked_rows']);
  const every = { log, signal, done };
  const erasing = repeat(every, { name: 'erasures', everyMs: EVERY_MS, run: erase });
  const looking = repeat(every, { name: 'stream', everyMs: EVERY_MS, run: lookAfter });
  const compaction = makeCompactionChore({ compact: makeCompactor(deps), now: () => performance.now() });
  metrics.uncompacted(compaction.waitingMs);
  const compacting = repeat(every, { name: 'compaction', everyMs: COMPACTION_EVERY_MS, run: compaction.run });
  const purging = repeat(every, {
    name: 'masked_rows',
    everyMs: PURGE_EVERY_MS,
    run: () => purgeMaskedRows(clickHouse),
  });
  return Promise.all([erasing.ended, looking.ended, compacting.ended, purging.ended]);
}

/** Joins the groups at once, in the background, and stays in them; waits for no store and never throws for an absent one. */
export function makeStreamIngester(
  deps: StreamIngesterDeps,
  settings: StreamIngesterSettings,
): StreamIngester {
  const { kafka, log, clock } = deps;
  const { topic } = settings;
  const stopping = new AbortController();
  const abandoning = new AbortController();
  const { signal } = stopping;
  // each partition of each group listens
  setMaxListeners(0, signal, abandoning.signal);
  let refuse: (reason: string) => void = () => undefined;
  const refused = new Promise<string>((resolve) => (refuse = resolve));

  const offsets = openStreamOffsets({ kafka }, { topic });
  const signs = openJournalSigns({ kafka }, { topic });
  const deadLetters = openDeadLetters({ kafka }, { topic: settings.deadTopic });
  const ranges = recent(offsets.ranges, RANGES_FRESH_MS);
  const metrics = makeIngesterMetrics(deps.metrics);
  const streamMetrics = makeStreamMetrics(deps.metrics, { now: clock.now, lags: () => chores.lags() });
  const erased = makeErasedLinks(deps);
  const progress = makeProgress({ ...deps, signal, isComplete: () => false });
  const consumers = makeStreamConsumers(
    {
      ...deps,
      offsets,
      ranges,
      deadLetters,
      erased,
      progress,
      metrics,
      streamMetrics,
      gathering: gatheringOf(settings.gatherMs),
      abandon: abandoning.signal,
      onRefused: refuse,
    },
    {
      maxVisits: Math.max(1, Math.min(settings.maxVisits, MOST_VISITS)),
      resumeFromProgress: settings.resumeFromProgress,
    },
  );
  const groups: Record<ConsumerName, RunningSessions> = {
    consolidate: makeRunningSessions(consumers.consolidate, signal),
    hits: makeRunningSessions(consumers.hits, signal),
    live: makeRunningSessions(consumers.live, signal),
  };
  const shippedUntil = makeShippedUntil(
    { signs: signs.read, clock, log, onHeldBack: streamMetrics.journalsHeldBack },
    { finalAfterMs: settings.finalAfterMs, goneAfterMs: settings.journalGoneMs },
  );
  const passMarks = makeFinalMarks(
    { consolidate: groups.consolidate, shippedUntil, ends: offsets.ranges, progress },
    { everyMs: Math.min(LONGEST_MARK_MS, settings.finalAfterMs) },
  );
  const chores = makeStreamChores({ groups, ranges, passMarks, log }, { recommitMs: settings.recommitMs });

  const choresEnded = repeatChores(
    { ...deps, metrics, signal },
    { erase: makeErase({ ...deps, offsets, erased, metrics }), lookAfter: chores.lookAfter },
  );
  const joined = joinGroups(
    { kafka, offsets, log, groups },
    { topic, sessionTimeoutMs: settings.sessionTimeoutMs },
  );
  metrics.joined(joined.hasJoined);

  let closing: Promise<void> | undefined;
  const close = async () => {
    const loops = Object.values(groups).map((group) => group.ended());
    await closeWithin({
      stop: () => stopping.abort(),
      abandon: () => abandoning.abort(),
      ended: Promise.all([...loops, choresEnded]),
    });
    await joined.close();
    await Promise.all([offsets.close(), signs.close(), deadLetters.close()]);
  };

  return {
    refused,
    hasJoined: joined.hasJoined,
    close: () => (closing ??= close()),
  };
}
