// Streams the lines of a log file, plain or gzip, with bounded memory.

import { open, type FileHandle } from 'node:fs/promises';
import { pipeline } from 'node:stream';
import { createGunzip } from 'node:zlib';

/** A longer line is no log line; it is skipped as unreadable. */
export const MAX_LINE_BYTES = 64 * 1024;

const GZIP_MAGIC = 0x1f8b;

async function isGzip(handle: FileHandle): Promise<boolean> {
  const { buffer, bytesRead } = await handle.read(Buffer.alloc(2), 0, 2, 0);
  return bytesRead === 2 && buffer.readUInt16BE(0) === GZIP_MAGIC;
}

/** The unpacked content in chunks; throws when the file cannot be read or unpacked. */
export async function openLog(file: string): Promise<AsyncIterable<Buffer>> {
  const handle = await open(file, 'r');
  try {
    const isPacked = await isGzip(handle);
    const content = handle.createReadStream({ start: 0 });
    // the reader receives the error of either stream, and closing the reader closes both
    return isPacked ? pipeline(content, createGunzip(), () => undefined) : content;
  } catch (error) {
    await handle.close();
    throw error;
  }
}

/** A line's bytes without its break, or null for one that is too long. */
export type RawLine = Buffer | null;

/** All lines in order. The last line needs no line break. */
export async function* linesOf(content: AsyncIterable<Buffer>): AsyncGenerator<RawLine> {
  let rest: Buffer = Buffer.alloc(0);
  let isTooLong = false;
  for await (const chunk of content) {
    let from = 0;
    for (let at = chunk.indexOf(10); at >= 0; at = chunk.indexOf(10, from)) {
      const line =
        rest.length > 0 ? Buffer.concat([rest, chunk.subarray(from, at)]) : chunk.subarray(from, at);
      yield isTooLong || line.length > MAX_LINE_BYTES
        ? null
        : line.at(-1) === 13
          ? line.subarray(0, -1)
          : line;
      rest = Buffer.alloc(0);
      isTooLong = false;
      from = at + 1;
    }
    rest = rest.length > 0 ? Buffer.concat([rest, chunk.subarray(from)]) : Buffer.from(chunk.subarray(from));
    if (rest.length > MAX_LINE_BYTES) {
      isTooLong = true;
      rest = Buffer.alloc(1);
    }
  }
  if (isTooLong) yield null;
  else if (rest.length > 0) yield rest;
}
