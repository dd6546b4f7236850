// Forms batches: a consumer says where it stands and gets the visits of the next batch, or of a plan made earlier.

import type { Visit } from '@kurz/click-event';
import { dayNumberOf } from '../fold/day-of';
import type { ClickSource } from './click-source';
import { decodeLines, type DecodedLine, type PoisonLine } from './decode-lines';

export type VisitBatch = {
  from: number;
  to: number;
  visits: Visit[];
  poison: PoisonLine[];
  /** Damaged lines that the source passed over. */
  skipped: number;
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
  range: { from: number; to: number; skipped: number },
  lines: readonly DecodedLine[],
): VisitBatch {
  const visits: Visit[] = [];
  const poison: PoisonLine[] = [];
  for (const line of lines) {
    if (line.kind === 'visit') visits.push(line.visit);
    else poison.push({ line: line.line, reason: line.reason });
  }
  return { ...range, visits, poison, isFull: false };
}

/** The next batch from `from`: `maxVisits` lines and `MAX_DAYS` days at most; empty (`to` = `from`) when there is none. */
export async function takeBatch(
  source: ClickSource,
  partition: number,
  from: number,
  maxVisits: number,
): Promise<VisitBatch> {
  const read = await source.read(partition, from, { maxVisits });
  if (read.to === from) return batchOf({ from, to: from, skipped: 0 }, []);
  const lines = await decodeLines(read.lines);
  const fitting = linesWithin(MAX_DAYS, lines);
  const isCut = fitting < lines.length;
  const { to, skipped } = isCut ? await source.read(partition, from, { maxVisits: fitting }) : read;
  // Only now: what was read is then on the disk, so that no position is ever noted that a power cut takes back. A
  // source may stand at the start of a segment that is still empty; the position of a batch is after its last line.
  const end = await source.durableEnd(partition);
  const batch = batchOf({ from, to: Math.min(to, end), skipped }, isCut ? lines.slice(0, fitting) : lines);
  return { ...batch, isFull: isCut || lines.length >= maxVisits };
}

/** Exactly the batch of a plan. */
export async function reformBatch(
  source: ClickSource,
  plan: { partition: number; from: number; to: number },
): Promise<VisitBatch> {
  const { partition, from, to } = plan;
  const { lines, skipped } = await source.read(partition, from, { to });
  return batchOf({ from, to, skipped }, await decodeLines(lines));
}
