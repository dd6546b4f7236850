// The content of a file that may be gzipped.

import { Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { errorCodeOf } from '@kurz/process';
import { SourceFault } from '../import-source';

/** A gzipped file of the largest size could unpack to a thousand times as much. */
export const MAX_UNPACKED_BYTES = 256 * 1024 ** 2;
const MAGIC = Buffer.from([0x1f, 0x8b]);

/** The start of the stream: two bytes or more, unless the stream has fewer. */
async function splitHead(content: AsyncIterator<Buffer>): Promise<Buffer> {
  let head: Buffer = Buffer.alloc(0);
  while (head.length < MAGIC.length) {
    const next = await content.next();
    if (next.done) break;
    head = Buffer.concat([head, next.value]);
  }
  return head;
}

async function* joined(head: Buffer, rest: AsyncIterator<Buffer>): AsyncGenerator<Buffer> {
  if (head.length > 0) yield head;
  for (let next = await rest.next(); !next.done; next = await rest.next()) yield next.value;
}

/** Throws SourceFault for a file that is damaged, or unpacks to more than `maxBytes`. */
export async function* unpacked(
  content: AsyncIterable<Buffer>,
  maxBytes = MAX_UNPACKED_BYTES,
): AsyncGenerator<Buffer> {
  const rest = content[Symbol.asyncIterator]();
  const head = await splitHead(rest);
  const whole = joined(head, rest);
  if (!head.subarray(0, MAGIC.length).equals(MAGIC)) {
    yield* whole;
    return;
  }
  const packed = Readable.from(whole, { objectMode: false });
  const gunzip = createGunzip();
  packed.on('error', (error) => gunzip.destroy(error));
  let bytes = 0;
  try {
    for await (const chunk of packed.pipe(gunzip) as AsyncIterable<Buffer>) {
      if ((bytes += chunk.length) > maxBytes)
        throw new SourceFault(`unpacks to more than ${maxBytes} bytes`, 'too_large');
      yield chunk;
    }
  } catch (error) {
    if (errorCodeOf(error)?.startsWith('Z_')) throw new SourceFault('is a damaged gzip file', 'gzip');
    throw error;
  } finally {
    packed.destroy();
  }
}
