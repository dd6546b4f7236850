// Forms batches: a consumer says where it stands and how it sums, and gets the sum of the next batch's visits, or of a
// plan made earlier.

import type { ChunkPlace } from '@kurz/click-stream';
import type { ClickSource, SourceBatch } from './click-source';
import type { PoisonLine } from './poison-line';
import { sumLines, type SummedLines, type VisitSum } from './sum-lines';

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
  places: ChunkPlace[];
  /** It holds as much as it may: more is waiting. */
  isFull: boolean;
};

/** ClickHouse takes 100 partitions in an insert; a batch with fewer days fits whatever a table is partitioned by. */
export const MAX_DAYS = 90;

type Range = { from: number; to: number };

function batchOf<Result>(
  { from, to }: Range,
  read: SourceBatch,
  { summed, sum }: { summed: SummedLines; sum: VisitSum<Result> },
): SummedBatch<Result> {
  const { skipped, places = [], unreadable = [] } = read;
  const { visits, lastTime } = summed;
  const poison = [...unreadable, ...summed.poison];
  return { from, to, sum: sum.result(), visits, lastTime, poison, skipped, places, isFull: false };
}

/** The next batch from `from`: `maxVisits` lines and `MAX_DAYS` days at most; empty (`to` = `from`) when there is none. */
export async function takeBatch<Result>(
  source: ClickSource,
  { partition, from, maxVisits }: { partition: number; from: number; maxVisits: number },
  begin: () => VisitSum<Result>,
): Promise<SummedBatch<Result>> {
  let read = await source.read(partition, from, { maxVisits });
  if (read.to === from) read = { to: from, lines: [], skipped: 0 };
  let sum = begin();
  let summed = await sumLines(read.lines, sum, MAX_DAYS);
  const isFull = summed.isCut || read.isFull === true || summed.lines >= maxVisits;
  if (summed.isCut) {
    // a source that does not cut its messages may give more than is asked for
    read = await source.read(partition, from, { maxVisits: summed.lines });
    sum = begin();
    summed = await sumLines(read.lines, sum, Infinity);
  }
  if (read.to === from) return batchOf({ from, to: from }, read, { summed, sum });
  // Only now: what was read is then on the disk, so that no position is ever noted that a power cut takes back. A
  // source may stand at the start of a segment that is still empty; the position of a batch is after its last line.
  const end = await source.durableEnd(partition);
  return { ...batchOf({ from, to: Math.min(read.to, end) }, read, { summed, sum }), isFull };
}

/** Exactly the batch of a plan. */
export async function reformBatch<Result>(
  source: ClickSource,
  { partition, from, to }: { partition: number } & Range,
  begin: () => VisitSum<Result>,
): Promise<SummedBatch<Result>> {
  const read = await source.read(partition, from, { to });
  const sum = begin();
  return batchOf({ from, to }, read, { summed: await sumLines(read.lines, sum, Infinity), sum });
}
