// Reads lines from a position onwards, while the writer keeps writing.

import type { JournalBatch, JournalReader, ReadLimits } from './journal';
import { payloadOf } from './segments/journal-line';
import { listSegments } from './segments/list-segments';
import { makeReadBuffer, readLines } from './read-lines';
import { makeSegmentCursor } from './segments/segment-cursor';

export type JournalReaderOptions = {
  /** The writer's directory; it may be created later. */
  directory: string;
};

/** Opens nothing before the first read. Concurrent reads run one after the other. */
export function openJournalReader(options: JournalReaderOptions): JournalReader {
  const cursor = makeSegmentCursor(options.directory);
  let chunk: Buffer | undefined;
  let last: Promise<unknown> = Promise.resolve();
  let isClosed = false;

  const readBatch = async (from: number, { maxLines, to }: ReadLimits): Promise<JournalBatch> => {
    const lines: string[] = [];
    chunk ??= makeReadBuffer();
    const limits = { maxLines: to === undefined ? maxLines : Infinity, until: to ?? Infinity };
    const { position, skipped } = await readLines({ cursor, chunk }, from, limits, (bytes, start, end) => {
      lines.push(payloadOf(bytes, start, end));
      return false;
    });
    if (to !== undefined) return { from, to: Math.max(from, to), lines, skipped };
    return { from, to: lines.length > 0 || skipped > 0 ? position : from, lines, skipped };
  };

  return {
    read: (from, limits) => {
      if (isClosed) return Promise.reject(new Error('the journal reader is closed'));
      const batch = last.then(() => readBatch(from, limits));
      last = batch.catch(() => undefined);
      return batch;
    },
    begin: async () => (await listSegments(options.directory))[0]?.start ?? 0,
    close: async () => {
      isClosed = true;
      await last;
      await cursor.close();
    },
  };
}
