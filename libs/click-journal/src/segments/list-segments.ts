// Lists the segments in a journal's directory. A segment is a file named by its start position.

import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { hasErrorCode } from '@kurz/process';

export type SegmentFile = { start: number; path: string };

const NAME = /^(\d{20})\.journal$/;

/** The file of the segment that begins at `start`; 20 digits, so that names sort as positions do. */
export const segmentPath = (directory: string, start: number) =>
  join(directory, `${String(start).padStart(20, '0')}.journal`);

export const isSegmentName = (name: string): boolean => NAME.test(name);

/** The names in the directory; empty when the directory does not exist. */
export const namesIn = (directory: string): Promise<string[]> =>
  readdir(directory).catch((error: unknown) => {
    if (hasErrorCode(error, 'ENOENT')) return [];
    throw error;
  });

/** All segments, oldest first; empty when the directory does not exist. Other files are ignored. */
export async function listSegments(directory: string): Promise<SegmentFile[]> {
  const segments: SegmentFile[] = [];
  for (const name of await namesIn(directory)) {
    const start = Number(NAME.exec(name)?.[1] ?? NaN);
    if (Number.isSafeInteger(start)) segments.push({ start, path: join(directory, name) });
  }
  return segments.sort((a, b) => a.start - b.start);
}
