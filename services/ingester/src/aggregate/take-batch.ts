// Forms batches from the source: the next one after a position, or exactly the one of an earlier intent. A batch holds
// the sum of its visits.

import type { ChunkRange } from '@kurz/click-stream';
import type { PartitionSource, PoisonLine, ReadLimits, SourceBatch } from '../source/partition-source';
import { sumLines, type VisitSum } from './sum-lines';

export type SummedBatch<Result> = {
  from: number;
  to: number;
  sum: Result;
  visits: number;
  /** Time of the last visit, ms since 1970. */
  lastTime: number | undefined;
  poison: PoisonLine[];
  /** Damaged lines that the source passed over. */
  skipped: number;
  ranges: ChunkRange[];
  /** True when the batch has reached its limit: more is waiting. */
  isFull: boolean;
};

/** By default ClickHouse takes 100 partitions in an insert; a batch of fewer days fits any partitioning of a table. */
export const MAX_DAYS = 90;

/** How a consumer takes its next batch: empty (`to` = `position`) when there is none. */
export type TakeNext<Result> = (position: number) => Promise<SummedBatch<Result>>;

/** The next batch of a range: nothing from `before` on, which is the end of a batch. */
export type TakeBefore<Result> = (range: { from: number; before: number }) => Promise<SummedBatch<Result>>;

/** Exactly the batch of an open intent. */
export type TakeAgain<Result> = (range: { from: number; to: number }) => Promise<SummedBatch<Result>>;

/** Collects the reads of one batch, and its consumer's sum of them. */
function makeBatchAccumulator<Result>(sum: VisitSum<Result>, maxDays: number) {
  const { add, summed } = sumLines(sum, maxDays);
  const skipped: number[] = [];
  const ranges: ChunkRange[] = [];
  const unreadable: PoisonLine[] = [];
  return {
    lines: () => summed.lines,
    /** Resolves with false when the lines span more days than a batch may have; what was added is then unusable. */
    add: async (read: SourceBatch): Promise<boolean> => {
      if (!(await add(read.lines))) return false;
      skipped.push(read.skipped);
      ranges.push(...(read.ranges ?? []));
      unreadable.push(...(read.unreadable ?? []));
      return true;
    },
    batch: ({ from, to, isFull }: { from: number; to: number; isFull: boolean }): SummedBatch<Result> => ({
      from,
      to,
      sum: sum.result(),
      visits: summed.visits,
      lastTime: summed.lastTime,
      poison: [...unreadable, ...summed.poison],
      skipped: skipped.reduce((all, some) => all + some, 0),
      ranges,
      isFull,
    }),
  };
}

/**
 * The end of a batch that was read up to `to`. Computed after the read, when the lines are on the disk, so that a power
 * cut cannot take a committed position back. A source may be at the start of an empty segment; the position of a batch
 * is after its last line.
 */
async function endOf(source: PartitionSource, from: number, to: number): Promise<number> {
  return to === from ? from : Math.min(to, await source.syncedEnd());
}

async function readOnce<Result>(
  source: PartitionSource,
  from: number,
  limits: ReadLimits,
  begin: () => VisitSum<Result>,
): Promise<{ to: number; accumulator: ReturnType<typeof makeBatchAccumulator<Result>> }> {
  const read = await source.read(from, limits);
  const accumulator = makeBatchAccumulator(begin(), Infinity);
  await accumulator.add(read);
  return { to: read.to, accumulator };
}

/**
 * The next batch from `from`: `maxVisits` lines and `MAX_DAYS` days at most, nothing from `before` on; empty (`to` =
 * `from`) when there is none. Lines on their way to the source are awaited, so that a batch is not limited to the
 * lines that were already received.
 */
export async function takeBatch<Result>(
  source: PartitionSource,
  { from, maxVisits, before }: { from: number; maxVisits: number; before?: number },
  begin: () => VisitSum<Result>,
): Promise<SummedBatch<Result>> {
  const accumulator = makeBatchAccumulator(begin(), MAX_DAYS);
  let to = from;
  let isFull = false;
  do {
    const read = await source.read(to, { maxVisits: maxVisits - accumulator.lines(), before });
    if (read.to === to) break;
    if (!(await accumulator.add(read))) {
      // a source that does not cut its messages may have returned more lines than are wanted now
      const limits = to > from ? { to } : { maxVisits: accumulator.lines() };
      const anew = await readOnce(source, from, limits, begin);
      return anew.accumulator.batch({ from, to: await endOf(source, from, anew.to), isFull: true });
    }
    to = read.to;
    isFull = read.isFull === true || accumulator.lines() >= maxVisits || to === before;
  } while (!isFull && (await source.more(to)));
  return accumulator.batch({ from, to: await endOf(source, from, to), isFull });
}

/** Exactly the batch of an open intent. */
export async function reformBatch<Result>(
  source: PartitionSource,
  { from, to }: { from: number; to: number },
  begin: () => VisitSum<Result>,
): Promise<SummedBatch<Result>> {
  const { accumulator } = await readOnce(source, from, { to }, begin);
  return accumulator.batch({ from, to, isFull: false });
}
