// Reads lines from a position as the bytes that are sent to Kafka, without a string for each.

import { CHECKSUM_BYTES, LINE_FEED, MAX_LINE_BYTES } from './segments/journal-line';
import { makeReadBuffer, readLines } from './read-lines';
import { makeSegmentCursor } from './segments/segment-cursor';

export type JournalChunk = {
  /** Position after the last line and the skipped damage; the start position when nothing was read. */
  to: number;
  /** Payloads joined by '\n'; valid until the next read. */
  bytes: Buffer;
  lines: number;
  /** Damaged lines passed over. */
  skipped: number;
};

export type JournalChunkReader = {
  /** Ends with the line that reaches `maxBytes` of the read or of the reader, or after `maxLines` lines. */
  read: (from: number, limits: { maxBytes: number; maxLines: number }) => Promise<JournalChunk>;
  close: () => Promise<void>;
};

/** Opens nothing before the first read. One read at a time. `maxBytes` is the limit of each read. */
export function openJournalChunkReader(options: { directory: string; maxBytes: number }): JournalChunkReader {
  const cursor = makeSegmentCursor(options.directory);
  const chunk = makeReadBuffer();
  const target = Buffer.allocUnsafe(options.maxBytes + MAX_LINE_BYTES);

  const read: JournalChunkReader['read'] = async (from, { maxBytes, maxLines }) => {
    const enough = Math.min(maxBytes, options.maxBytes);
    let used = 0;
    const limits = { maxLines, until: Infinity };
    const { position, lines, skipped } = await readLines(
      { cursor, chunk },
      from,
      limits,
      (bytes, start, end) => {
        // the line feed that ends the line on disk separates it from the next payload here
        used += bytes.copy(target, used, start + CHECKSUM_BYTES, end);
        target[used++] = LINE_FEED;
        return used >= enough;
      },
    );
    const to = lines > 0 || skipped > 0 ? position : from;
    return { to, bytes: target.subarray(0, Math.max(0, used - 1)), lines, skipped };
  };

  return { read, close: cursor.close };
}
