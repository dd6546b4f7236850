// Writes what a shard lacks of one partition, a batch at a time. missed/missed-range.ts has the rules.

import { shardAt } from '@kurz/click-tables';
import type { Db } from '@kurz/database';
import type { Clock, Log } from '@kurz/process';
import type { Semaphore } from '@kurz/resilience';
import type { LinkDayCounts } from '../aggregate/link-day-counts';
import type { TakeAgain, TakeBefore } from '../aggregate/take-batch';
import type { ErasedLinks } from '../erase/erased-links';
import { withoutErased } from '../erase/without-erased';
import type { MissedRange } from '../missed/missed-range';
import { beginFill, endFill, removeFilled } from '../missed/missed-ranges';
import { rowsOf } from '../sinks/clickhouse/rows-of';
import type { ShardWriter } from '../sinks/clickhouse/shard-writer';
import type { SplitByShard } from '../sinks/clickhouse/split-by-shard';
import type { PartitionSource } from '../source/partition-source';
import { anySignal } from '../waiting/any-signal';

type Deps = {
  /** By shard number. */
  shards: readonly ShardWriter[];
  takeBefore: TakeBefore<LinkDayCounts[]>;
  takeAgain: TakeAgain<LinkDayCounts[]>;
  source: Pick<PartitionSource, 'waitForMore'>;
  splitByShard: SplitByShard;
  erased: ErasedLinks;
  /** The semaphore of WriteBatch: one batch at a time admits hosts to a link's day. */
  semaphore: Semaphore;
  db: Db;
  clock: Clock;
  log: Log;
  signal: AbortSignal;
  abandon: AbortSignal;
};

/** Messages that are on their way are looked for again after this. */
const MORE_MS = 2_000;

/** `waiting`: the published position is not far enough. */
export type FillStep = 'filled' | 'closed' | 'waiting';

/** `published`: how far consolidate has come in the partition. @throws while the shard is away. */
export type FillRange = (range: MissedRange, published: number) => Promise<FillStep>;

type Filling = { range: MissedRange; from: number; to: number; isReplay: boolean; rows: LinkDayCounts[] };

export function makeFillRange(deps: Deps): FillRange {
  const { shards, takeBefore, takeAgain, splitByShard, erased, semaphore, db, clock, log } = deps;
  const { source, signal, abandon } = deps;

  const write = async (writer: ShardWriter, { range, from, to, isReplay, rows }: Filling) => {
    const origin = { stream_partition: range.partition, plan_from: from };
    const release = await semaphore.take(signal);
    try {
      const own = (await splitByShard(rows)).rows.get(range.shard) ?? [];
      if (own.length === 0) return;
      const decided = await writer.decide(own, origin, isReplay);
      // a process that was frozen while another took the partition over must not write any more
      await beginFill(db, range, to);
      await writer.removeStale(decided, origin, isReplay);
      await writer.put(rowsOf(decided, origin, clock.now()), abandon);
    } catch (error) {
      writer.referrers.forget();
      throw error;
    } finally {
      release();
    }
  };

  const close = async (range: MissedRange): Promise<FillStep> => {
    const { shard, partition, from, to } = range;
    if (!(await removeFilled(db, range))) return 'waiting';
    log.info({ event: 'shard_filled', shard: shard + 1, partition, from, to });
    return 'closed';
  };

  return async (range, published) => {
    const { partition, filled, fillingTo, isWhole } = range;
    if (filled === range.to) return close(range);
    const writer = shardAt(shards, range.shard);
    await writer.check();
    const end = fillingTo ?? (isWhole ? range.to : undefined);
    const before = Math.min(range.to, published);
    if (filled >= before || (end ?? 0) > before) return 'waiting';
    const batch =
      end === undefined
        ? await takeBefore({ from: filled, before })
        : await takeAgain({ from: filled, to: end });
    const { from, to } = batch;
    if (to === from) {
      await source.waitForMore(from, anySignal(signal, AbortSignal.timeout(MORE_MS)));
      return 'filled';
    }
    await beginFill(db, range, to);
    const { kept } = await withoutErased(erased, batch.sum);
    await write(writer, { range, from, to, isReplay: end !== undefined, rows: kept });
    await endFill(db, range, to);
    writer.settle(partition);
    return 'filled';
  };
}
