// Maintenance beside counting in the embedded product: imports, how fresh the counts are, removal of consumed lines,
// and whether an erasure may be closed.

import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Clock } from '@kurz/process';
import type { StreamEnds } from '../erase/open-erasures';
import type { Progress } from '../sinks/postgres/progress';
import type { SeedLiveClicks } from '../sinks/live/seed-live-clicks';
import { countedByAll, type Partitions, type RunningPartition } from '../consumer/partitions';

/** How often an idle stream is reported as fresh. */
const IDLE_MS = 5_000;

type Deps = { partitions: Partitions; progress: Progress; seeds: SeedLiveClicks; clock: Clock };

export type JournalMaintenance = {
  /** One round. */
  tick: () => Promise<void>;
  /** Where each partition ends now. */
  ends: () => Promise<StreamEnds>;
  /** Whether every sink has counted all before these ends. */
  haveAllCounted: (ends: StreamEnds) => boolean;
};

export function makeJournalMaintenance({ partitions, progress, seeds, clock }: Deps): JournalMaintenance {
  const saidIdleAt = new Map<number, number>();

  // The time is taken before the end is looked up: a visit that is written in between is later than that time. A visit
  // that was answered earlier in this turn of the event loop is written when the turn ends, however long that takes.
  const sayIdle = async ({ source, consumers }: RunningPartition) => {
    const { partition } = source;
    const now = clock.now();
    if (Math.abs(now - (saidIdleAt.get(partition) ?? -Infinity)) < IDLE_MS) return;
    await nextTurn();
    const end = await source.syncedEnd();
    if ((consumers.consolidate.position() ?? -1) < end) return;
    saidIdleAt.set(partition, now);
    progress.idle(partition, end, now);
  };
  const acknowledge = async ({ source, consumers }: RunningPartition) => {
    const written = consumers.consolidate.position();
    const counted = consumers.hits.position();
    if (written === undefined || counted === undefined) return;
    // live counts that are not seeded yet will begin at the seed's position, or at ClickHouse's at that time
    const shown = consumers.live.position() ?? seeds.seedsFrom(source.partition) ?? written;
    await source.acknowledge(Math.min(written, counted, shown));
  };

  return {
    tick: async () => {
      await partitions.refresh();
      await partitions.finish();
      for (const running of partitions.all()) {
        if (!running.source.isComplete) await sayIdle(running);
        await acknowledge(running);
      }
    },
    ends: async () => {
      const ends: StreamEnds = {};
      for (const { source } of partitions.all()) ends[source.partition] = await source.syncedEnd();
      return ends;
    },
    // a partition that is not read any more has been counted to its end
    haveAllCounted: (ends) =>
      partitions
        .all()
        .every((running) => (countedByAll(running) ?? -1) >= (ends[running.source.partition] ?? 0)),
  };
}
