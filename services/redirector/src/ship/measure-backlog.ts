// The unshipped bytes of a journal, and the age of its oldest unshipped visit.

import { journalBytesAfter, openJournalChunkReader } from '@kurz/click-journal';
import type { Clock } from '@kurz/process';

export type Backlog = {
  bytes: number;
  /** Age of the oldest unshipped visit; 0 when there is none. */
  oldestSeconds: number;
};

const TIME_FIELD = 1;

/** When a visit was answered, by its line. */
function timeOf(line: Buffer): number | undefined {
  const field = line.toString('latin1', 0, 64).split('\t')[TIME_FIELD];
  const time = Number(field);
  return field && Number.isFinite(time) ? time : undefined;
}

export function makeBacklogMeter(directory: string, clock: Clock) {
  const reader = openJournalChunkReader({ directory, maxBytes: 1 });
  const measure = async (position: number): Promise<Backlog> => {
    const bytes = await journalBytesAfter(directory, position);
    if (bytes === 0) return { bytes, oldestSeconds: 0 };
    const oldest = await reader.read(position, { maxBytes: 1, maxLines: 1 });
    const time = timeOf(oldest.bytes);
    return { bytes, oldestSeconds: time === undefined ? 0 : Math.max(0, (clock.now() - time) / 1_000) };
  };
  return { measure, close: reader.close };
}
