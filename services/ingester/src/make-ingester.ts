// Puts the ingester together: three consumers for each partition, and the chores around them.

import { mkdirSync } from 'node:fs';
import { COMPACTION_EVERY_MS, makeCompactionChore } from './compact/compaction-chore';
import { makeCompactor } from './compact/make-compactor';
import { caughtUp } from './consumer/caught-up';
import { makeChores } from './consumer/chores';
import { makeGathering } from './consumer/gathering';
import { makePartitions } from './consumer/partitions';
import { repeat, type Repeating } from './consumer/repeat';
import { makeErasedLinks } from './erase/erased-links';
import { makeEraser } from './erase/eraser';
import { PURGE_EVERY_MS, purgeMaskedRows } from './erase/purge-masked-rows';
import type { Ingester, IngesterDeps, IngesterSettings } from './ingester';
import { makeConsumers } from './make-consumers';
import { makeIngesterMetrics } from './metrics/ingester-metrics';
import { makePlanFiles } from './plan/plan-files';
import { assertWithinStream } from './sinks/clickhouse/find-position';
import { makeProgress } from './sinks/postgres/progress';
import { seedFinishedImports } from './sinks/redis/live';
import { closeWithin } from './waiting/close-within';

const EVERY_MS = 1_000;

/** Makes the state directory and opens nothing; `start` begins. */
export function makeIngester(deps: IngesterDeps, settings: IngesterSettings): Promise<Ingester> {
  mkdirSync(settings.stateDirectory, { recursive: true });
  const { source, log } = deps;
  const plans = deps.plans ?? makePlanFiles(settings.stateDirectory);
  const metrics = makeIngesterMetrics(deps.metrics);
  const gathering = makeGathering(settings.gatherMs);
  const erased = makeErasedLinks(deps);
  const stopping = new AbortController();
  const abandoning = new AbortController();
  const { signal } = stopping;

  const complete = new Set<number>();
  const progress = makeProgress({ ...deps, signal, isComplete: (partition) => complete.has(partition) });
  const consumers = makeConsumers(
    { ...deps, plans, metrics, gathering, erased, progress, signal, abandon: abandoning.signal },
    settings,
  );
  const partitions = makePartitions({
    source,
    signal,
    progress,
    begin: (found) => {
      if (found.isComplete) complete.add(found.partition);
      return consumers.begin(found);
    },
  });
  const chores = makeChores({ ...deps, partitions, progress, live: consumers.live });
  const erase = makeEraser({ ...deps, ...chores, erased, metrics });
  const compaction = makeCompactionChore({ compact: makeCompactor(deps), now: () => performance.now() });
  metrics.uncompacted(compaction.waitingMs);
  const choreDone = metrics.chores(['erasures', 'partitions', 'compaction', 'masked_rows']);

  const underWay: Promise<void>[] = [];
  let erasing: Repeating | undefined;
  let closing: Promise<void> | undefined;

  const start = async () => {
    for (const { partition } of await source.partitions()) {
      const plan = await plans.read(partition);
      if (!plan) continue;
      assertWithinStream(plan, await source.durableEnd(partition));
    }
    await partitions.refresh();
    const reading = new Set(partitions.all().map(({ partition }) => partition));
    const finished = (await plans.partitions()).filter((partition) => !reading.has(partition));
    underWay.push(seedFinishedImports({ live: consumers.live, log, signal }, finished));
    const every = { log, signal, done: choreDone };
    erasing = repeat(every, { name: 'erasures', everyMs: EVERY_MS, run: erase });
    const looking = repeat(every, { name: 'partitions', everyMs: EVERY_MS, run: chores.lookAfterPartitions });
    const compacting = repeat(every, {
      name: 'compaction',
      everyMs: COMPACTION_EVERY_MS,
      run: compaction.run,
    });
    const purging = repeat(every, {
      name: 'masked_rows',
      everyMs: PURGE_EVERY_MS,
      run: () => purgeMaskedRows(deps.clickHouse),
    });
    underWay.push(erasing.ended, looking.ended, compacting.ended, purging.ended);
  };

  return Promise.resolve({
    start,
    caughtUp: () => caughtUp({ source, partitions, gathering, progress, signal }),
    nudgeErasures: () => erasing?.nudge(),
    close: () =>
      (closing ??= closeWithin({
        stop: () => stopping.abort(),
        abandon: () => abandoning.abort(),
        ended: Promise.all([partitions.ended(), ...underWay]),
      })),
  });
}
