// The journal's partitions that are being read, each with its three sinks. Imports join while the ingester runs, and
// leave when they are counted.

import type { Progress } from '../sinks/postgres/progress';
import { CONSUMER_NAMES, type ConsumerName } from '../source/consumer-name';
import type { JournalPartition } from '../source/journal/journal-partition';
import type { JournalSource } from '../source/journal/journal-source';
import type { RunningConsumer } from './run-consumer';

export type RunningPartition = {
  source: JournalPartition;
  consumers: Record<ConsumerName, RunningConsumer>;
};

export type Partitions = {
  all: () => RunningPartition[];
  /** Starts the partitions that have appeared since. */
  refresh: () => Promise<void>;
  /** Finishes the imports that are counted and published. */
  finish: () => Promise<void>;
  ended: () => Promise<void>;
};

/** The lowest position of a partition's sinks; undefined while one of them is unknown. */
export function countedByAll({ consumers }: RunningPartition): number | undefined {
  let least = Infinity;
  for (const name of CONSUMER_NAMES) least = Math.min(least, consumers[name].position() ?? NaN);
  return Number.isNaN(least) ? undefined : least;
}

type Deps = {
  source: JournalSource;
  signal: AbortSignal;
  progress: Progress;
  /** Called when a partition appears, before anything of it is read. */
  begin: (partition: JournalPartition) => Record<ConsumerName, RunningConsumer>;
};

export function makePartitions({ source, signal, progress, begin }: Deps): Partitions {
  const running = new Map<number, RunningPartition>();
  let refreshed = Promise.resolve();

  const refreshOnce = async () => {
    for (const found of await source.partitions()) {
      if (running.has(found.partition) || signal.aborted) continue;
      running.set(found.partition, { source: found, consumers: begin(found) });
    }
  };
  const finishOne = async (one: RunningPartition) => {
    const { partition } = one.source;
    const counted = countedByAll(one);
    if (counted === undefined || counted < (await one.source.syncedEnd())) return;
    progress.finished(partition, counted);
    if (!progress.isFinished(partition)) return;
    running.delete(partition);
    await one.source.finish();
  };

  return {
    all: () => [...running.values()],
    refresh: () => (refreshed = refreshed.catch(() => undefined).then(refreshOnce)),
    finish: async () => {
      for (const one of running.values()) if (one.source.isComplete) await finishOne(one);
    },
    ended: async () => {
      const all = [...running.values()].flatMap(({ consumers }) =>
        CONSUMER_NAMES.map((name) => consumers[name].ended),
      );
      await Promise.all(all);
    },
  };
}
