// A line on disk: 8 lower-case hex digits of the payload's CRC-32, the payload (Latin-1), a line feed.
// The writer puts lines into its group's buffer; the scan checks whether the bytes between two line feeds are a line.

import { crc32 } from 'node:zlib';

/** Checksum and line feed. */
const FRAME_BYTES = 9;
export const CHECKSUM_BYTES = 8;
export const LINE_FEED = 10;

/** The longest line with its frame; more bytes without a line feed are damage, so that a reader's memory is bounded. */
export const MAX_LINE_BYTES = 64 * 1024;
export const MAX_PAYLOAD_LENGTH = MAX_LINE_BYTES - FRAME_BYTES;

const HEX_DIGITS = Buffer.from('0123456789abcdef', 'latin1');
// Upper-case digits are invalid: `a` and `A` differ in one bit, and no bit flip may go unnoticed.
const VALUE_OF_DIGIT = new Int8Array(256).fill(-1);
HEX_DIGITS.forEach((code, value) => (VALUE_OF_DIGIT[code] = value));

/** Bytes that the payload's line takes. */
export const lineBytesOf = (payload: string) => payload.length + FRAME_BYTES;

/** Puts the payload's line at `at`; the caller ensures that it fits. */
export function putLine(bytes: Buffer, at: number, payload: string): void {
  const start = at + CHECKSUM_BYTES;
  const end = start + bytes.write(payload, start, 'latin1');
  const checksum = crc32(bytes.subarray(start, end));
  for (let digit = 0; digit < CHECKSUM_BYTES; digit++) {
    bytes[at + digit] = HEX_DIGITS[(checksum >>> (28 - 4 * digit)) & 15] ?? 0;
  }
  bytes[end] = LINE_FEED;
}

/** The checksum at `at`, -1 when there is none. */
function checksumAt(bytes: Buffer, at: number): number {
  let checksum = 0;
  for (let digit = at; digit < at + CHECKSUM_BYTES; digit++) {
    const value = VALUE_OF_DIGIT[bytes[digit] ?? 0] ?? -1;
    if (value < 0) return -1;
    checksum = checksum * 16 + value;
  }
  return checksum;
}

function isLine(bytes: Buffer, start: number, end: number): boolean {
  const length = end - start;
  if (length < CHECKSUM_BYTES || length >= MAX_LINE_BYTES) return false;
  return checksumAt(bytes, start) === crc32(bytes.subarray(start + CHECKSUM_BYTES, end));
}

/**
 * Where the line from `start` ends, given a line feed at `end`: there, or earlier when the line's own line feed is
 * damaged and the next line is intact. -1 when the line is damaged.
 */
export function lineEnd(bytes: Buffer, start: number, end: number): number {
  if (isLine(bytes, start, end)) return end;
  const wanted = checksumAt(bytes, start);
  if (wanted === -1 || end - start >= MAX_LINE_BYTES) return -1;
  let checksum = 0;
  for (let at = start + CHECKSUM_BYTES; at < end; at++) {
    if (checksum === wanted && isLine(bytes, at + 1, end)) return at;
    checksum = crc32(bytes.subarray(at, at + 1), checksum);
  }
  return -1;
}

/** The payload of the line in [start, end). */
export const payloadOf = (bytes: Buffer, start: number, end: number) =>
  bytes.toString('latin1', start + CHECKSUM_BYTES, end);
