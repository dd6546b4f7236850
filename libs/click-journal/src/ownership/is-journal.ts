// Tells journals from other folders in their root. A journal is written to, later drained, and then removed; none of
// this may happen to a folder that belongs to something else.

import { isSegmentName, namesIn } from '../segments/list-segments';

/** The files of a journal before its first segment: its lock, the lock's temporary names, and the shipper's marker. */
const BEFORE_SEGMENTS = /^(?:lock(?:\..+)?|shipped(?:\.new)?)$/;

/** True when the folder holds segments, or only files that a journal has before its first segment. */
export async function isJournal(directory: string): Promise<boolean> {
  const names = await namesIn(directory);
  return names.some(isSegmentName) || names.every((name) => BEFORE_SEGMENTS.test(name));
}
