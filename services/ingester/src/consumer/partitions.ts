// The partitions that are being read, each with its three consumers. Imports join while the ingester runs, and leave when
// they are counted.

import type { Progress } from '../sinks/postgres/progress';
import type { ClickSource, SourcePartition } from '../source/click-source';
import { CONSUMER_NAMES, type ConsumerName } from '../source/consumer-name';
import type { RunningConsumer } from './run-consumer';

export type RunningPartition = SourcePartition & { consumers: Record<ConsumerName, RunningConsumer> };

export type Partitions = {
  all: () => RunningPartition[];
  /** Starts what has appeared since. */
  refresh: () => Promise<void>;
  /** Gives back the imports that are counted and published. */
  finish: () => Promise<void>;
  ended: () => Promise<void>;
};

/** The least that the consumers of a partition have passed; undefined while one of them has not said. */
export function passedByAll({ consumers }: RunningPartition): number | undefined {
  let least = Infinity;
  for (const name of CONSUMER_NAMES) least = Math.min(least, consumers[name].position() ?? NaN);
  return Number.isNaN(least) ? undefined : least;
}

type Deps = {
  source: ClickSource;
  signal: AbortSignal;
  progress: Progress;
  /** Called when a partition appears, before anything of it is read. */
  begin: (partition: SourcePartition) => Record<ConsumerName, RunningConsumer>;
};

export function makePartitions({ source, signal, progress, begin }: Deps): Partitions {
  const running = new Map<number, RunningPartition>();
  let refreshed = Promise.resolve();

  const refreshOnce = async () => {
    for (const found of await source.partitions()) {
      if (running.has(found.partition) || signal.aborted) continue;
      running.set(found.partition, { ...found, consumers: begin(found) });
    }
  };
  const finishOne = async (partition: RunningPartition) => {
    const passed = passedByAll(partition);
    if (passed === undefined || passed < (await source.durableEnd(partition.partition))) return;
    progress.finished(partition.partition, passed);
    if (!progress.isFinished(partition.partition)) return;
    running.delete(partition.partition);
    await source.finish(partition.partition);
  };

  return {
    all: () => [...running.values()],
    refresh: () => (refreshed = refreshed.catch(() => undefined).then(refreshOnce)),
    finish: async () => {
      for (const partition of running.values()) if (partition.isComplete) await finishOne(partition);
    },
    ended: async () => {
      const all = [...running.values()].flatMap(({ consumers }) =>
        CONSUMER_NAMES.map((name) => consumers[name].ended),
      );
      await Promise.all(all);
    },
  };
}
