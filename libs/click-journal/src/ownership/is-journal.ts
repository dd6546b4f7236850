// Whether a folder among the journals is one. What is drained is removed, and what is written to is drained one day: a
// folder of somebody else must be neither.

import { isSegmentName, namesIn } from '../segments/list-segments';

/** What a journal holds before its first segment: its lock and the names that lead to it, and the shipper's marker. */
const BEFORE_SEGMENTS = /^(?:lock(?:\..+)?|shipped(?:\.new)?)$/;

/** It holds segments, or nothing that a journal would not hold before them. */
export async function isJournal(directory: string): Promise<boolean> {
  const names = await namesIn(directory);
  return names.some(isSegmentName) || names.every((name) => BEFORE_SEGMENTS.test(name));
}
