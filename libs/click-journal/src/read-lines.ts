// Reads lines from a position onwards, across segments, with a callback for each line.

import type { TakeLine } from './segments/scan-chunk';
import { startScan } from './segments/scan-chunk';
import { CHUNK_BYTES, scanSegment } from './segments/scan-segment';
import type { SegmentCursor } from './segments/segment-cursor';

export type LineLimits = {
  maxLines: number;
  /** Position that no line may cross. */
  until: number;
};

export type LinesRead = {
  /** Position after the last line taken, and after damage that the end of a segment has proven. */
  position: number;
  lines: number;
  skipped: number;
};

/** The read buffer of one reader. */
export const makeReadBuffer = () => Buffer.allocUnsafe(CHUNK_BYTES);

export async function readLines(
  { cursor, chunk }: { cursor: SegmentCursor; chunk: Buffer },
  from: number,
  { maxLines, until }: LineLimits,
  take: TakeLine,
): Promise<LinesRead> {
  let position = from;
  let lines = 0;
  let skipped = 0;
  while (lines < maxLines && position < until) {
    const segment = await cursor.openAt(position);
    if (!segment) break;
    const { start, handle, next } = segment;
    const scan = startScan(Math.max(0, position - start));
    const limits = { maxLines: maxLines - lines, until: until - start };
    await scanSegment({ handle, size: (next ?? Infinity) - start }, scan, chunk, limits, take);
    lines += scan.lines;
    skipped += scan.skipped;
    if (scan.lines > 0) position = start + scan.taken;
    if (scan.isDone) break;
    if (next !== undefined) {
      // the writer has left this segment: what follows its last line is damage, not a line being written
      skipped += scan.pending + (scan.isTorn ? 1 : 0);
      position = next;
    } else if (!(await cursor.hasMovedOn())) {
      break;
    }
  }
  return { position, lines, skipped };
}
