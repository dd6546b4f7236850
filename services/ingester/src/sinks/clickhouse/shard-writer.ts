// Writes a batch's rows to one shard. The referrers that the shard holds decide which hosts they name.

import {
  assertShardMark,
  insertRows,
  type ClickHouse,
  type ClickShards,
  type ClickTable,
  type RowOrigin,
} from '@kurz/click-tables';
import { allEnded, within } from '@kurz/resilience';
import type { LinkDayCounts } from '../../aggregate/link-day-counts';
import type { AdmittedReferrers } from './admitted-referrers';
import { makeReplayableCap, type ReplayableCap } from './replayable-cap';
import { removeStaleKeys } from './remove-stale-keys';

/** A shard, as all partitions of a process share it. */
export type SharedShard = {
  number: number;
  clickHouse: ClickHouse;
  referrers: AdmittedReferrers;
  /** Throws while it does not answer, or when it is another shard. */
  check: () => Promise<unknown>;
  /** Part of writing a batch to it has failed. */
  failed: () => void;
  /** It has all rows of a batch. */
  written: () => void;
  /** For how long no batch could be written, ms. */
  failingMs: () => number;
};

function watchWrites(): Pick<SharedShard, 'failed' | 'written' | 'failingMs'> {
  let failingSince: number | undefined;
  return {
    failed: () => void (failingSince ??= performance.now()),
    written: () => void (failingSince = undefined),
    failingMs: () => (failingSince === undefined ? 0 : performance.now() - failingSince),
  };
}

/** A frozen shard does not answer. */
const CHECK_MS = 5_000;

/** With several shards, `check` verifies a shard's mark before the first row goes there. */
export function makeSharedShards(
  { all }: ClickShards,
  makeReferrers: (clickHouse: ClickHouse) => AdmittedReferrers,
): SharedShard[] {
  return all.map((clickHouse, number) => ({
    number,
    clickHouse,
    referrers: makeReferrers(clickHouse),
    check: () => (all.length > 1 ? within(CHECK_MS, assertShardMark(clickHouse, number)) : Promise.resolve()),
    ...watchWrites(),
  }));
}

export type ShardWriter = SharedShard & {
  decide: (rows: readonly LinkDayCounts[], origin: RowOrigin, isReplay: boolean) => Promise<LinkDayCounts[]>;
  /** Removes stale keys that another process may have written of the batch. `rows`: the batch's rows for this shard. */
  removeStale: (rows: readonly LinkDayCounts[], origin: RowOrigin, isReplay: boolean) => Promise<void>;
  put: (rows: Record<ClickTable, Buffer>, abandon: AbortSignal) => Promise<void>;
  settle: ReplayableCap['settle'];
};

/** Belongs to one owner of a partition, as its cap does. */
export function makeShardWriter(shard: SharedShard): ShardWriter {
  const { clickHouse } = shard;
  const cap = makeReplayableCap(shard);
  // by partition: the begin of the batch of which this shard has only rows of this process, or none
  const own = new Map<number, number>();
  return {
    ...shard,
    decide: (rows, origin, isReplay) => cap.apply(origin, rows, isReplay),
    // a removal that failed is tried again with the batch
    removeStale: async (rows, origin, isReplay) => {
      const { stream_partition: partition, plan_from: from } = origin;
      if (isReplay && own.get(partition) !== from) await removeStaleKeys(clickHouse, origin, rows);
      own.set(partition, from);
    },
    // concurrently, as none depends on another; all have ended before the intent may be retried
    put: async (rows, abandon) => {
      await allEnded([
        insertRows(clickHouse, 'clicks_hourly', rows.clicks_hourly, abandon),
        insertRows(clickHouse, 'clicks_daily', rows.clicks_daily, abandon),
        insertRows(clickHouse, 'clicks_daily_by', rows.clicks_daily_by, abandon),
      ]);
      shard.written();
    },
    settle: (partition) => {
      own.delete(partition);
      cap.settle(partition);
    },
  };
}
