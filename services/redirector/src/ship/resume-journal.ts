// `kurz journal resume <dir>`: after Kafka lost a journal's position, the journal's own marker counts.

import path from 'node:path';
import { endOfJournal } from '@kurz/click-journal';
import { readJournalProgress, setJournalProgress, type StreamClient } from '@kurz/click-stream';
import { makeShippedMarker } from './shipped-marker';

export type ResumeOutcome =
  | { kind: 'resumed'; position: number }
  /** The journal has no marker: give a position. */
  | { kind: 'unknown_position' }
  /** The given position is beyond the end of the journal: all its visits would count as shipped, and be removed. */
  | { kind: 'beyond_end'; end: number }
  /**
   * Kafka has more than the marker says: visits after the marker would count twice. Give the position that the refusal
   * names.
   */
  | { kind: 'kafka_ahead'; shipped: number }
  | { kind: 'no_journal' };

/**
 * Commits the journal's position to Kafka: the one given, or the one in its marker. The marker may be one transaction
 * behind (at most 40,000 visits, which then count twice) when the redirector was killed between the two writes.
 */
export async function resumeJournal(
  { kafka }: { kafka: StreamClient },
  { directory, topic, position }: { directory: string; topic: string; position?: number },
): Promise<ResumeOutcome> {
  const marker = makeShippedMarker(directory);
  if (position !== undefined) {
    const end = await endOfJournal(directory);
    if (end === undefined) return { kind: 'no_journal' };
    if (position > end) return { kind: 'beyond_end', end };
  }
  const from = position ?? (await marker.read());
  if (from === undefined || from === 'lost') return { kind: 'unknown_position' };
  const journal = path.basename(path.resolve(directory));
  if (position === undefined) {
    const found = await readJournalProgress(kafka, topic, journal);
    if (found && found.position > from) return { kind: 'kafka_ahead', shipped: found.position };
  }
  await setJournalProgress(kafka, { topic, journal, position: from });
  await marker.write(from);
  return { kind: 'resumed', position: from };
}
