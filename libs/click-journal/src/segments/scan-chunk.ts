// Finds the whole lines in the bytes of a segment, chunk by chunk. What is a line depends on the bytes alone, never on
// where a chunk was cut, so that reading again finds the same lines.

import { LINE_FEED, lineEnd, MAX_LINE_BYTES } from './journal-line';

/** How far the scan of one segment has come; offsets count from the segment's first byte. */
export type Scan = {
  /** After the last line that was taken. */
  taken: number;
  /** Where the next chunk has to begin. */
  next: number;
  /** Lines taken. */
  lines: number;
  /** Damaged lines that a later line has proven to be damage. */
  skipped: number;
  /** Damaged lines since the last one taken: perhaps a line that is still being written. */
  pending: number;
  /** True within a run of bytes that is too long for a line. */
  isInLongRun: boolean;
  /** True when the bytes seen so far end within a line. */
  isTorn: boolean;
  /** True once a limit was reached. */
  isDone: boolean;
};

export type ScanLimits = {
  /** Most lines to take, at least 1. */
  maxLines: number;
  /** Offset that no line taken may cross. */
  until: number;
};

/** Gets one line as [start, end) of `bytes`, which are overwritten afterwards. Returns true to end the scan. */
export type TakeLine = (bytes: Buffer, start: number, end: number) => boolean;

export const startScan = (at: number): Scan => ({
  taken: at,
  next: at,
  lines: 0,
  skipped: 0,
  pending: 0,
  isInLongRun: false,
  isTorn: false,
  isDone: false,
});

/** Takes the lines of `bytes`, which begin at `scan.next`. */
export function scanChunk(scan: Scan, bytes: Buffer, limits: ScanLimits, take: TakeLine): void {
  const offset = scan.next;
  let start = 0;
  while (!scan.isDone) {
    const feed = bytes.indexOf(LINE_FEED, start);
    if (feed === -1) break;
    const end = scan.isInLongRun ? -1 : lineEnd(bytes, start, feed);
    const after = (end === -1 ? feed : end) + 1;
    if (offset + after > limits.until) {
      scan.isDone = true;
    } else if (end === -1) {
      scan.pending++;
      scan.isInLongRun = false;
      start = after;
    } else {
      const isEnough = take(bytes, start, end);
      scan.skipped += scan.pending;
      scan.pending = 0;
      scan.taken = offset + after;
      scan.isDone = ++scan.lines >= limits.maxLines || isEnough;
      start = after;
    }
  }
  if (bytes.length - start >= MAX_LINE_BYTES && !scan.isDone) scan.isInLongRun = true;
  scan.isTorn = scan.isInLongRun || start < bytes.length;
  scan.next = offset + (scan.isInLongRun ? bytes.length : start);
}
