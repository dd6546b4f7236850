// Recovers the segments of an earlier start: truncates the torn tail of the last one. Returns them with the first
// position that this start may give out.

import { open, stat, truncate } from 'node:fs/promises';
import { listSegments } from './list-segments';
import { startScan } from './scan-chunk';
import { CHUNK_BYTES, scanSegment } from './scan-segment';
import type { WriterSegment } from './writer-segment';

/**
 * No segment grows beyond this, whatever its settings were. A new start begins this far after the last segment's start.
 * So no position is given out twice, even when a power cut took that segment's unsynced tail.
 */
export const POSITIONS_PER_SEGMENT = 512 * 1024 * 1024;

export type RecoveredSegments = {
  segments: WriterSegment[];
  nextStart: number;
  /** Lines after the last whole one, which are cut off. */
  tornLines: number;
};

/** `bytes`: up to the end of the last whole line. `torn`: lines after it. */
async function wholeLinesOf(path: string): Promise<{ bytes: number; torn: number }> {
  const handle = await open(path, 'r');
  try {
    const scan = startScan(0);
    const limits = { maxLines: Infinity, until: Infinity };
    await scanSegment({ handle, size: Infinity }, scan, Buffer.allocUnsafe(CHUNK_BYTES), limits, () => false);
    return { bytes: scan.taken, torn: scan.pending + (scan.isTorn ? 1 : 0) };
  } finally {
    await handle.close();
  }
}

export async function recoverSegments(directory: string): Promise<RecoveredSegments> {
  const segments: WriterSegment[] = [];
  for (const { start, path } of await listSegments(directory)) {
    const { size } = await stat(path);
    const known = { syncedSize: 0, fd: undefined, isSyncing: false, mustRewrite: false, isNamed: true };
    segments.push({ start, path, size, ...known, begunAt: -Infinity });
  }
  const last = segments.at(-1);
  if (!last) return { segments, nextStart: 0, tornLines: 0 };
  const nextStart =
    last.start + Math.ceil(Math.max(last.size, 1) / POSITIONS_PER_SEGMENT) * POSITIONS_PER_SEGMENT;
  const { bytes, torn } = await wholeLinesOf(last.path);
  if (bytes < last.size) await truncate(last.path, bytes);
  last.size = bytes;
  return { segments, nextStart, tornLines: torn };
}
