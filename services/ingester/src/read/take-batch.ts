// Forms batches: a consumer says where it stands and gets the visits of the next batch, or of a plan made earlier.

import type { Visit } from '@kurz/click-event';
import type { ChunkPlace } from '@kurz/click-stream';
import { dayNumberOf } from '../fold/day-of';
import type { ClickSource, SourceBatch } from './click-source';
import { decodeLines, type DecodedLine, type PoisonLine } from './decode-lines';

export type VisitBatch = {
  from: number;
  to: number;
  visits: Visit[];
  poison: PoisonLine[];
  /** Damaged lines that the source passed over. */
  skipped: number;
  places: ChunkPlace[];
  /** It holds as much as it may: more is waiting. */
  isFull: boolean;
};

/** ClickHouse takes 100 partitions in an insert; a batch with fewer days fits whatever a table is partitioned by. */
export const MAX_DAYS = 90;

function linesWithin(maxDays: number, lines: readonly DecodedLine[]): number {
  const days = new Set<number>();
  for (const [index, line] of lines.entries()) {
    if (line.kind === 'poison') continue;
    days.add(dayNumberOf(line.visit.time));
    if (days.size > maxDays) return index;
  }
  return lines.length;
}

function batchOf(
  range: { from: number; to: number },
  read: SourceBatch,
  lines: readonly DecodedLine[],
): VisitBatch {
  const visits: Visit[] = [];
  const poison: PoisonLine[] = [...(read.unreadable ?? [])];
  for (const line of lines) {
    if (line.kind === 'visit') visits.push(line.visit);
    else poison.push({ line: line.line, reason: line.reason });
  }
  const { skipped, places = [] } = read;
  return { ...range, visits, poison, skipped, places, isFull: false };
}

/** The next batch from `from`: `maxVisits` lines and `MAX_DAYS` days at most; empty (`to` = `from`) when there is none. */
export async function takeBatch(
  source: ClickSource,
  partition: number,
  from: number,
  maxVisits: number,
): Promise<VisitBatch> {
  const read = await source.read(partition, from, { maxVisits });
  if (read.to === from) return batchOf({ from, to: from }, { to: from, lines: [], skipped: 0 }, []);
  const lines = await decodeLines(read.lines);
  const fitting = linesWithin(MAX_DAYS, lines);
  const isCut = fitting < lines.length;
  const taken = isCut ? await source.read(partition, from, { maxVisits: fitting }) : read;
  // Only now: what was read is then on the disk, so that no position is ever noted that a power cut takes back. A
  // source may stand at the start of a segment that is still empty; the position of a batch is after its last line.
  const end = await source.durableEnd(partition);
  const range = { from, to: Math.min(taken.to, end) };
  // a source that does not cut its messages may have given more than was asked for
  const batch = batchOf(range, taken, isCut ? lines.slice(0, taken.lines.length) : lines);
  return { ...batch, isFull: isCut || read.isFull === true || lines.length >= maxVisits };
}

/** Exactly the batch of a plan. */
export async function reformBatch(
  source: ClickSource,
  plan: { partition: number; from: number; to: number },
): Promise<VisitBatch> {
  const { partition, from, to } = plan;
  const read = await source.read(partition, from, { to });
  return batchOf({ from, to }, read, await decodeLines(read.lines));
}
