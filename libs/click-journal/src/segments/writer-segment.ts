// One segment as the writer knows it: appends bytes to it, syncs its name, and removes it.

import fs from 'node:fs';
import { truncate, unlink } from 'node:fs/promises';
import { dirname } from 'node:path';
import { hasErrorCode } from '@kurz/process';
import { LINE_FEED } from './journal-line';
import type { SegmentFile } from './list-segments';
import { syncDirectoryAside } from './sync-directory';

export type WriterSegment = SegmentFile & {
  /** Bytes of whole lines in it. */
  size: number;
  /** The part of `size` that is known to survive a power cut. */
  syncedSize: number;
  /** Open for reading and writing; undefined for a segment of an earlier start. */
  fd: number | undefined;
  /** True while a sync uses `fd`. */
  isSyncing: boolean;
  /** True after a failed fdatasync: the system may have marked the bytes as stored though they are not. */
  mustRewrite: boolean;
  /** True once the file's name survives a power cut. */
  isNamed: boolean;
  /** When this start began it, by performance.now(); -Infinity for a segment of an earlier start. */
  begunAt: number;
};

export type PutOutcome =
  | { kind: 'put' }
  /** `kept`: bytes of whole lines that were written before the error. `isCut`: no torn line is left after them. */
  | { kind: 'failed'; kept: number; isCut: boolean; error: unknown };

export const closeSegment = (segment: WriterSegment): void => {
  if (segment.fd === undefined || segment.isSyncing) return;
  const { fd } = segment;
  segment.fd = undefined;
  fs.closeSync(fd);
};

/** Resolves when the segment's name survives a power cut. */
export async function nameSegment(segment: WriterSegment): Promise<void> {
  if (segment.isNamed) return;
  await syncDirectoryAside(dirname(segment.path));
  segment.isNamed = true;
}

/**
 * Removes the segment from the disk. The file is emptied first: an idle reader may hold it open, and its bytes would
 * stay on the disk until the next read.
 */
export async function removeSegment(segment: WriterSegment): Promise<void> {
  try {
    // a running sync may have to write its bytes again
    if (!segment.isSyncing && !segment.mustRewrite) await truncate(segment.path, 0);
    await unlink(segment.path);
  } catch (error) {
    if (!hasErrorCode(error, 'ENOENT')) throw error;
  }
}

function cutTo(fd: number, size: number): boolean {
  try {
    fs.ftruncateSync(fd, size);
    return true;
  } catch {
    return false;
  }
}

/**
 * Writes whole lines after the segment's last line. When the disk refuses, the torn line is cut and the whole ones
 * stay: a reader may have seen them, so their positions must not be used again.
 */
export function putAtEnd(segment: WriterSegment, fd: number, bytes: Buffer): PutOutcome {
  let done = 0;
  try {
    while (done < bytes.length)
      done += fs.writeSync(fd, bytes, done, bytes.length - done, segment.size + done);
    segment.size += done;
    return { kind: 'put' };
  } catch (error) {
    const kept = bytes.subarray(0, done).lastIndexOf(LINE_FEED) + 1;
    segment.size += kept;
    return { kind: 'failed', kept, isCut: done === kept || cutTo(fd, segment.size), error };
  }
}
