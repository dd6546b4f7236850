// The shipping loop and the ingester hand a position and get the lines from there on, while the writer goes on.

import type { JournalBatch, JournalReader, ReadLimits } from './journal';
import { payloadOf } from './journal-line';
import { listSegments } from './list-segments';
import { startScan } from './scan-chunk';
import { CHUNK_BYTES, scanSegment } from './scan-segment';
import { makeSegmentCursor } from './segment-cursor';

export type JournalReaderOptions = {
  /** The writer's directory; it may come into being later. */
  directory: string;
};

/** Opens nothing before the first read. Reads asked for at the same time are answered one after the other. */
export function openJournalReader(options: JournalReaderOptions): JournalReader {
  const cursor = makeSegmentCursor(options.directory);
  let chunk: Buffer | undefined;
  let last: Promise<unknown> = Promise.resolve();
  let isClosed = false;

  const readBatch = async (from: number, { maxLines, to }: ReadLimits): Promise<JournalBatch> => {
    const until = to ?? Infinity;
    const most = to === undefined ? maxLines : Infinity;
    const lines: string[] = [];
    let skipped = 0;
    let position = from;
    chunk ??= Buffer.allocUnsafe(CHUNK_BYTES);
    while (lines.length < most && position < until) {
      const segment = await cursor.openAt(position);
      if (!segment) break;
      const { start, handle, next } = segment;
      const scan = startScan(Math.max(0, position - start));
      const limits = { maxLines: most - lines.length, until: until - start };
      await scanSegment(
        { handle, size: (next ?? Infinity) - start },
        scan,
        chunk,
        limits,
        (bytes, lineStart, end) => {
          lines.push(payloadOf(bytes, lineStart, end));
        },
      );
      skipped += scan.skipped;
      if (scan.lines > 0) position = start + scan.taken;
      if (scan.isDone) break;
      if (next !== undefined) {
        // the writer has left this segment: what follows its last line is damage, not a line being written
        skipped += scan.pending + (scan.isTorn ? 1 : 0);
        position = next;
      } else if (!(await cursor.hasMovedOn())) {
        break;
      }
    }
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
