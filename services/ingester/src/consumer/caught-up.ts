// Waits until everything that is in the stream now is counted everywhere and published.

import type { Progress } from '../sinks/postgres/progress';
import { abortableWait } from '../waiting/abortable-wait';
import type { Linger } from './linger';
import { countedByAll, type Partitions } from './partitions';

const LOOK_MS = 10;

type Deps = {
  partitions: Partitions;
  linger: Linger;
  progress: Progress;
  signal: AbortSignal;
};

/** Rejects when the ingester is closed first. */
export async function caughtUp(deps: Deps): Promise<void> {
  const { partitions, linger, progress, signal } = deps;
  await partitions.refresh();
  const endFlush = linger.flush();
  try {
    for (const running of partitions.all()) {
      const end = await running.source.syncedEnd();
      const isThere = () =>
        (countedByAll(running) ?? -1) >= end && (progress.published(running.source.partition) ?? -1) >= end;
      while (!isThere()) {
        if (signal.aborted) throw new Error('the ingester was closed before it had caught up');
        await abortableWait(LOOK_MS, [signal]);
      }
    }
  } finally {
    endFlush();
  }
}
