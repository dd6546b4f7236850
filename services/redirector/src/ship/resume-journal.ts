// `kurz journal resume <dir>`: after Kafka lost a journal's position, the journal's own marker counts.

import path from 'node:path';
import { setJournalProgress, type StreamClient } from '@kurz/click-stream';
import { makeShippedMarker } from './shipped-marker';

export type ResumeOutcome =
  | { kind: 'resumed'; position: number }
  /** The journal has no marker: give a position. */
  | { kind: 'unknown_position' };

/**
 * Commits the journal's position to Kafka: the one given, or the one in its marker. The marker may be one transaction
 * behind (at most 40,000 visits, which then count twice) when the redirector was killed between the two writes.
 */
export async function resumeJournal(
  { kafka }: { kafka: StreamClient },
  { directory, topic, position }: { directory: string; topic: string; position?: number },
): Promise<ResumeOutcome> {
  const marker = makeShippedMarker(directory);
  const from = position ?? (await marker.read());
  if (from === undefined || from === 'lost') return { kind: 'unknown_position' };
  const journal = path.basename(path.resolve(directory));
  await setJournalProgress(kafka, { topic, journal, position: from });
  await marker.write(from);
  return { kind: 'resumed', position: from };
}
