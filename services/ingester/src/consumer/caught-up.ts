// Waits until everything that is in the stream now is counted everywhere and published.

import type { Progress } from '../sinks/postgres/progress';
import type { ClickSource } from '../source/click-source';
import { abortableWait } from '../waiting/abortable-wait';
import type { Gathering } from './gathering';
import { passedByAll, type Partitions } from './partitions';

const LOOK_MS = 10;

type Deps = {
  source: ClickSource;
  partitions: Partitions;
  gathering: Gathering;
  progress: Progress;
  signal: AbortSignal;
};

/** Rejects when the ingester is closed first. */
export async function caughtUp(deps: Deps): Promise<void> {
  const { source, partitions, gathering, progress, signal } = deps;
  await partitions.refresh();
  const stopRushing = gathering.rush();
  try {
    for (const partition of partitions.all()) {
      const end = await source.durableEnd(partition.partition);
      const isThere = () =>
        (passedByAll(partition) ?? -1) >= end && (progress.published(partition.partition) ?? -1) >= end;
      while (!isThere()) {
        if (signal.aborted) throw new Error('the ingester was closed before it had caught up');
        await abortableWait(LOOK_MS, [signal]);
      }
    }
  } finally {
    stopRushing();
  }
}
