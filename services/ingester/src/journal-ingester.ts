// The ingester of the embedded product: counts the partitions of the journal, in the process of the redirector.

import { mkdirSync } from 'node:fs';
import { singleShard, type ClickHouse } from '@kurz/click-tables';
import type { Db } from '@kurz/database';
import type { LiveClicks } from '@kurz/live-clicks';
import type { Clock, Log, Metrics } from '@kurz/process';
import { caughtUp } from './consumer/caught-up';
import { makeLinger } from './consumer/linger';
import { makePartitions } from './consumer/partitions';
import { makeErasedLinks } from './erase/erased-links';
import { makeEraser } from './erase/eraser';
import { makeJournalMaintenance } from './maintenance/journal-maintenance';
import { runMaintenance, type Maintenance } from './maintenance/run-maintenance';
import { makeIngesterMetrics } from './metrics/ingester-metrics';
import { makePipeline } from './pipeline';
import { makeIntentFiles } from './intent/intent-files';
import type { IntentLog } from './intent/intent-log';
import { assertWithinStream } from './sinks/clickhouse/find-position';
import { makeDeadLetters } from './sinks/dead-letters';
import { seedFinishedImports } from './sinks/live/seed-live-clicks';
import { makeProgress } from './sinks/postgres/progress';
import type { JournalSource } from './source/journal/journal-source';
import { closeWithin } from './waiting/close-within';

export type IngesterDeps = {
  source: JournalSource;
  clickHouse: ClickHouse;
  db: Db;
  liveClicks: LiveClicks;
  /** The look-up of `openCountryLookup`. */
  countryOf: (network: string) => string;
  clock: Clock;
  log: Log;
  metrics: Metrics;
  /** Default: files in the state directory. */
  intents?: IntentLog;
};

export type IngesterSettings = {
  /** For intents and dead letters; belongs to this ingester alone. */
  stateDirectory: string;
  /** Waits this long after the first new visit, so that a row counts more of them. */
  lingerMs: number;
  /** Most visits of a batch, at most 10,000. */
  maxVisits: number;
};

export type Ingester = {
  /** Begins to count; waits for no store. Throws UnusableIntent. */
  start: () => Promise<void>;
  /** Resolves when all that is in the stream at the call is counted by every sink and published to the stats. */
  caughtUp: () => Promise<void>;
  /** A link was deleted: remove its counts now rather than within a second. */
  triggerErasures: () => void;
  /** Ends the current batch, or leaves it to the next start, within 2 s. Source and stores stay open. */
  close: () => Promise<void>;
};

/** The most visits of a batch, whatever the settings say. */
const MAX_VISITS = 10_000;

async function assertBelongTogether(source: JournalSource, intents: IntentLog): Promise<void> {
  for (const { partition, syncedEnd } of await source.partitions()) {
    const intent = await intents.read(partition);
    if (intent) assertWithinStream(intent, await syncedEnd());
  }
}

/** Makes the state directory and opens nothing; `start` begins. */
export function makeIngester(deps: IngesterDeps, settings: IngesterSettings): Promise<Ingester> {
  mkdirSync(settings.stateDirectory, { recursive: true, mode: 0o700 });
  const { source, clickHouse, db, liveClicks, clock, log } = deps;
  const shards = singleShard(clickHouse);
  const intents = deps.intents ?? makeIntentFiles(settings.stateDirectory);
  const metrics = makeIngesterMetrics(deps.metrics);
  const linger = makeLinger(settings.lingerMs);
  const erased = makeErasedLinks({ db, log });
  const stopping = new AbortController();
  const abandoning = new AbortController();
  const { signal } = stopping;

  const complete = new Set<number>();
  const isComplete = (partition: number) => complete.has(partition);
  const progress = makeProgress({ db, clock, log, signal, isComplete });
  const pipeline = makePipeline(
    {
      shards,
      db,
      liveClicks,
      countryOf: deps.countryOf,
      intents,
      deadLetters: makeDeadLetters({ log }, settings.stateDirectory),
      erased,
      linger: { consolidate: linger, hits: linger, live: linger },
      clock,
      log,
      metrics,
      abandon: abandoning.signal,
    },
    {
      maxVisits: Math.max(1, Math.min(settings.maxVisits, MAX_VISITS)),
      hostsFreshMs: Infinity,
      shardPatienceMs: Infinity,
    },
  );
  const { seeds } = pipeline;
  const partitions = makePartitions({
    source,
    signal,
    progress,
    begin: (found) => {
      if (found.isComplete) complete.add(found.partition);
      const input = { source: found, signal };
      return {
        consolidate: pipeline.consolidate({ ...input, intents, progress }),
        hits: pipeline.hits(input),
        live: pipeline.live(input),
      };
    },
  });
  const { tick, ends, haveAllCounted } = makeJournalMaintenance({ partitions, progress, seeds, clock });
  const erase = makeEraser({ db, shards, liveClicks, erased, metrics, ends, haveAllCounted });

  const underWay: Promise<unknown>[] = [];
  let maintenance: Maintenance | undefined;
  let closing: Promise<void> | undefined;

  const start = async () => {
    await assertBelongTogether(source, intents);
    await partitions.refresh();
    const reading = new Set(partitions.all().map((running) => running.source.partition));
    const finished = (await intents.partitions()).filter((partition) => !reading.has(partition));
    underWay.push(seedFinishedImports({ seeds, liveClicks, log, signal }, finished));
    maintenance = runMaintenance(
      { clickHouses: shards.all, db, clock, log, metrics, signal },
      { erase: () => erased.reopenUnchecked().then(erase), source: { name: 'partitions', tick } },
    );
    underWay.push(maintenance.ended);
  };

  return Promise.resolve({
    start,
    caughtUp: () => caughtUp({ partitions, linger, progress, signal }),
    triggerErasures: () => maintenance?.triggerErasures(),
    close: () =>
      (closing ??= closeWithin({
        stop: () => stopping.abort(),
        abandon: () => abandoning.abort(),
        ended: Promise.all([partitions.ended(), ...underWay]),
      })),
  });
}
