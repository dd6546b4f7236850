// Opens the segment that holds a position, and keeps one file open from read to read.

import { open, type FileHandle } from 'node:fs/promises';
import { hasErrorCode } from '@kurz/process';
import { listSegments, type SegmentFile } from './list-segments';

export type OpenSegment = SegmentFile & {
  handle: FileHandle;
  /** Start of the next segment. Once there is one, nothing more is written to this one. */
  next: number | undefined;
};

export type SegmentCursor = {
  /** The segment that holds the position, or the first one after it; undefined while there is none. */
  openAt: (position: number) => Promise<OpenSegment | undefined>;
  /** Reads the directory again; true when the open segment has a successor or was removed. */
  hasMovedOn: () => Promise<boolean>;
  close: () => Promise<void>;
};

/** A segment may be removed between its listing and its opening, but hardly several in a row. */
const OPENING_ATTEMPTS = 5;

export function makeSegmentCursor(directory: string): SegmentCursor {
  let current: OpenSegment | undefined;

  const close = async () => {
    const closing = current;
    current = undefined;
    await closing?.handle.close();
  };

  const openFrom = async (position: number): Promise<OpenSegment | undefined> => {
    const segments = await listSegments(directory);
    const index = Math.max(
      0,
      segments.findLastIndex((segment) => segment.start <= position),
    );
    const segment = segments[index];
    if (!segment) return undefined;
    return { ...segment, handle: await open(segment.path, 'r'), next: segments[index + 1]?.start };
  };

  const openAt = async (position: number): Promise<OpenSegment | undefined> => {
    if (current && current.start <= position && position < (current.next ?? Infinity)) return current;
    await close();
    for (let attempt = 1; ; attempt++) {
      try {
        current = await openFrom(position);
        return current;
      } catch (error) {
        if (attempt === OPENING_ATTEMPTS || !hasErrorCode(error, 'ENOENT')) throw error;
      }
    }
  };

  const hasMovedOn = async (): Promise<boolean> => {
    const segments = await listSegments(directory);
    const index = segments.findIndex((segment) => segment.start === current?.start);
    if (!current || index === -1) {
      await close();
      return true;
    }
    current.next = segments[index + 1]?.start;
    return current.next !== undefined;
  };

  return { openAt, hasMovedOn, close };
}
