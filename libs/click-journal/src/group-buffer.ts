// Encodes the payloads of one turn as the bytes of their lines, in one reused buffer.

import { lineBytesOf, MAX_PAYLOAD_LENGTH, putLine } from './segments/journal-line';

const FIRST_BYTES = 64 * 1024;
/** About 16,000 lines. A turn that brings more is written in several pieces. */
const MAX_BYTES = 4 * 1024 * 1024;

export type EncodedLines = {
  /** Valid until the next call. */
  bytes: Buffer;
  lines: number;
  /** Payloads that no line can hold. */
  refused: number;
  /** Index of the first payload that did not fit any more. */
  next: number;
};

const isRefused = (payload: string) => payload.length > MAX_PAYLOAD_LENGTH || payload.includes('\n');

/** Takes as many payloads as fit, from `payloads[from]`. */
export function makeGroupBuffer(): (payloads: readonly string[], from: number) => EncodedLines {
  let buffer = Buffer.allocUnsafe(FIRST_BYTES);

  const makeRoom = (used: number, needed: number) => {
    let length = buffer.length;
    while (length < used + needed) length *= 2;
    const larger = Buffer.allocUnsafe(length);
    buffer.copy(larger, 0, 0, used);
    buffer = larger;
  };

  return (payloads, from) => {
    let used = 0;
    let lines = 0;
    let next = from;
    for (; next < payloads.length; next++) {
      const payload = payloads[next] ?? '';
      if (isRefused(payload)) continue;
      const needed = lineBytesOf(payload);
      if (used + needed > MAX_BYTES) break;
      if (used + needed > buffer.length) makeRoom(used, needed);
      putLine(buffer, used, payload);
      used += needed;
      lines++;
    }
    return { bytes: buffer.subarray(0, used), lines, refused: next - from - lines, next };
  };
}
