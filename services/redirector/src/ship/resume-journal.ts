// `kurz journal resume <dir>`: after Kafka lost a journal's position, the journal's own marker counts.

import path from 'node:path';
import { setJournalProgress, type openKafka } from '@kurz/click-stream';
import { makeShippedMarker } from './shipped-marker';

export type ResumeOutcome =
  | { kind: 'resumed'; position: number }
  /** The journal has no note of its own: give a position. */
  | { kind: 'unknown_position' };

/**
 * Tells Kafka the journal's position, the one given or the one in its note. The note may be one transaction behind (at
 * most 40,000 visits, which then count twice): exact whenever the redirector was not killed in that very moment.
 */
export async function resumeJournal(
  { kafka }: { kafka: ReturnType<typeof openKafka> },
  { directory, topic, position }: { directory: string; topic: string; position?: number },
): Promise<ResumeOutcome> {
  const marker = makeShippedMarker(directory);
  const from = position ?? (await marker.read());
  if (from === undefined) return { kind: 'unknown_position' };
  const journal = path.basename(path.resolve(directory));
  await setJournalProgress(kafka, { topic, journal, position: from });
  await marker.write(from);
  return { kind: 'resumed', position: from };
}
