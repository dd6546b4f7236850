// Maintenance beside counting in the embedded product: new and finished imports, how fresh the counts are, journal that is
// no longer needed, and whether an erasure may be closed.

import type { Clock } from '@kurz/process';
import type { StreamEnds } from '../erase/open-erasures';
import type { Progress } from '../sinks/postgres/progress';
import type { Live } from '../sinks/redis/live';
import type { ClickSource } from '../source/click-source';
import { passedByAll, type Partitions, type RunningPartition } from './partitions';

/** An idle stream is said to be fresh this often. */
const IDLE_MS = 5_000;

type Deps = { source: ClickSource; partitions: Partitions; progress: Progress; live: Live; clock: Clock };

export type Chores = {
  lookAfterPartitions: () => Promise<void>;
  ends: () => Promise<StreamEnds>;
  haveAllPassed: (ends: StreamEnds) => boolean;
};

export function makeChores({ source, partitions, progress, live, clock }: Deps): Chores {
  const saidIdleAt = new Map<number, number>();

  // The time is taken before the end is looked up: a visit that is written in between is later than it.
  const sayIdle = async ({ partition, consumers }: RunningPartition) => {
    const now = clock.now();
    if (Math.abs(now - (saidIdleAt.get(partition) ?? -Infinity)) < IDLE_MS) return;
    const end = await source.durableEnd(partition);
    if ((consumers.consolidate.position() ?? -1) < end) return;
    saidIdleAt.set(partition, now);
    progress.idle(partition, end, now);
  };
  const dropPassed = async ({ partition, consumers }: RunningPartition) => {
    const consolidated = consumers.consolidate.position();
    const counted = consumers.hits.position();
    if (consolidated === undefined || counted === undefined) return;
    // live counts that are not seeded yet will begin where consolidate stands by then, or where the seed says
    const shown = consumers.live.position() ?? live.seedsFrom(partition) ?? consolidated;
    await source.passed(partition, Math.min(consolidated, counted, shown));
  };

  return {
    lookAfterPartitions: async () => {
      await partitions.refresh();
      await partitions.finish();
      for (const partition of partitions.all()) {
        if (!partition.isComplete) await sayIdle(partition);
        await dropPassed(partition);
      }
    },
    ends: async () => {
      const ends: StreamEnds = {};
      for (const { partition } of partitions.all()) ends[partition] = await source.durableEnd(partition);
      return ends;
    },
    // a partition that is not read any more has been counted to its end
    haveAllPassed: (ends) =>
      partitions.all().every((running) => (passedByAll(running) ?? -1) >= (ends[running.partition] ?? 0)),
  };
}
