// The loop that writes what shards lack of one partition, while this process owns the partition in the backfill group.

import type { StreamSession } from '@kurz/click-stream';
import { findPublishedPosition, type Db } from '@kurz/database';
import type { Log } from '@kurz/process';
import type { Semaphore } from '@kurz/resilience';
import type { RunningConsumer } from '../consumer/run-consumer';
import type { MissedRange } from '../missed/missed-range';
import { findMissedRanges } from '../missed/missed-ranges';
import { BACKFILL_GROUP } from '../source/consumer-name';
import { abortableWait } from '../waiting/abortable-wait';
import type { FillRange } from './fill-range';

type Deps = {
  session: Pick<StreamSession, 'partition' | 'letGo'>;
  fill: FillRange;
  /** Bounds the concurrent batches of all partitions. */
  permits: Semaphore;
  db: Db;
  log: Log;
  /** Called with how many messages each shard lacks, by its number. */
  onLacking: (lacking: ReadonlyMap<number, number>) => void;
  signal: AbortSignal;
};

const LOOK_MS = 1_000;

/** The oldest range of each shard, so that a shard that is away does not hold the others up. */
function oldestOfEach(ranges: readonly MissedRange[]): MissedRange[] {
  const oldest = new Map<number, MissedRange>();
  for (const range of ranges) if (!oldest.has(range.shard)) oldest.set(range.shard, range);
  return [...oldest.values()];
}

function lackingOf(ranges: readonly MissedRange[]): Map<number, number> {
  const lacking = new Map<number, number>();
  for (const { shard, filled, to } of ranges) lacking.set(shard, (lacking.get(shard) ?? 0) + to - filled);
  return lacking;
}

export function runBackfills(deps: Deps): RunningConsumer {
  const { session, fill, permits, db, log, onLacking, signal } = deps;
  const { partition } = session;
  let reported: string | undefined;

  const report = (error: unknown) => {
    const reason = error instanceof Error ? error.message : String(error);
    if (signal.aborted || reason === reported) return;
    reported = reason;
    log.warn({
      event: 'backfill_waits',
      group: BACKFILL_GROUP,
      partition,
      reason,
      runbook: 'A shard is away',
    });
  };
  const fillOne = async (range: MissedRange, published: number): Promise<boolean> => {
    const release = await permits.take(signal);
    try {
      const step = await fill(range, published);
      reported = undefined;
      return step !== 'waiting';
    } catch (error) {
      report(error);
      return false;
    } finally {
      release();
    }
  };
  /** Resolves with whether something was filled. */
  const round = async (): Promise<boolean> => {
    const ranges = await findMissedRanges(db, partition);
    onLacking(lackingOf(ranges));
    if (ranges.length === 0) {
      session.letGo();
      return false;
    }
    const published = (await findPublishedPosition(db, partition)) ?? 0;
    let isMoved = false;
    for (const range of oldestOfEach(ranges)) {
      if (signal.aborted) return false;
      isMoved = (await fillOne(range, published)) || isMoved;
    }
    return isMoved;
  };
  const run = async () => {
    while (!signal.aborted) {
      const isMoved = await round().catch((error: unknown) => {
        report(error);
        return false;
      });
      if (!isMoved) await abortableWait(LOOK_MS, [signal]);
    }
  };
  return { position: () => undefined, ended: run() };
}
