// Scans an open segment's lines from `scan.next` to its present end.

import type { FileHandle } from 'node:fs/promises';
import { scanChunk, type Scan, type ScanLimits, type TakeLine } from './scan-chunk';

/** About 1,000 lines, 1 ms of work between two turns of the event loop; must hold more than the longest line. */
export const CHUNK_BYTES = 256 * 1024;

export type SegmentBytes = {
  handle: FileHandle;
  /** Offset at which the segment's bytes end for the reader, whatever follows in the file. */
  size: number;
};

/** `chunk` is the memory to read into, CHUNK_BYTES long; on return `scan` says how far the scan came. */
export async function scanSegment(
  segment: SegmentBytes,
  scan: Scan,
  chunk: Buffer,
  limits: ScanLimits,
  take: TakeLine,
): Promise<void> {
  while (!scan.isDone) {
    const wanted = Math.min(chunk.length, segment.size - scan.next);
    if (wanted <= 0) return;
    const before = scan.next;
    const { bytesRead } = await segment.handle.read(chunk, 0, wanted, before);
    scanChunk(scan, chunk.subarray(0, bytesRead), limits, take);
    if (bytesRead < wanted || scan.next === before) return;
  }
}
