// Makes a new, empty segment with a start position.

import fs from 'node:fs';
import { segmentPath } from './list-segments';
import { syncDirectory } from './sync-directory';
import type { WriterSegment } from './writer-segment';

// Not exclusive: the file of an attempt that failed after creating it is still there and empty.
const FLAGS = fs.constants.O_RDWR | fs.constants.O_CREAT;
const ONLY_OWNER = 0o600;

/**
 * `isNamed`: waits for the disk, so that the file's name survives a power cut. Otherwise the caller sees to that.
 * @throws when the disk refuses, or when the file already holds something.
 */
export function beginSegment(
  directory: string,
  start: number,
  { isNamed }: { isNamed: boolean },
): WriterSegment & { fd: number } {
  const path = segmentPath(directory, start);
  const fd = fs.openSync(path, FLAGS, ONLY_OWNER);
  try {
    if (fs.fstatSync(fd).size > 0) throw new Error(`the journal's segment ${path} is already in use`);
    if (isNamed) syncDirectory(directory);
  } catch (error) {
    fs.closeSync(fd);
    throw error;
  }
  const begunAt = performance.now();
  return { start, path, size: 0, syncedSize: 0, fd, isSyncing: false, mustRewrite: false, isNamed, begunAt };
}
