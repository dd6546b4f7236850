// For shipping a journal without its writer: whether it exists, how much is left, and removing shipped segments.

import { stat, unlink } from 'node:fs/promises';
import { hasErrorCode } from '@kurz/process';
import { listSegments, type SegmentFile } from './list-segments';

async function bytesOf({ path }: SegmentFile): Promise<number> {
  try {
    return (await stat(path)).size;
  } catch (error) {
    if (hasErrorCode(error, 'ENOENT')) return 0;
    throw error;
  }
}

/** True when the folder is a journal that was written to; false for any other folder. */
export async function holdsJournal(directory: string): Promise<boolean> {
  return (await listSegments(directory)).length > 0;
}

/** Position after the journal's last byte; undefined when there is no journal. */
export async function endOfJournal(directory: string): Promise<number | undefined> {
  const last = (await listSegments(directory)).at(-1);
  return last && last.start + (await bytesOf(last));
}

/** Bytes that the journal holds after `position`, damage included. */
export async function journalBytesAfter(directory: string, position: number): Promise<number> {
  let bytes = 0;
  for (const segment of await listSegments(directory)) {
    const size = await bytesOf(segment);
    bytes += Math.max(0, Math.min(size, segment.start + size - position));
  }
  return bytes;
}

/**
 * Removes segments that end at or before `position`; never the newest, whose name shows which positions are given out.
 */
export async function dropSegmentsBefore(directory: string, position: number): Promise<void> {
  const segments = await listSegments(directory);
  for (const segment of segments.slice(0, -1)) {
    if (segment.start + (await bytesOf(segment)) > position) return;
    await unlink(segment.path).catch((error: unknown) => {
      if (!hasErrorCode(error, 'ENOENT')) throw error;
    });
  }
}
