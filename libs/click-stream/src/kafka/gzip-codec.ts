// Compresses and decompresses the bytes of a batch.
//
// Measured on real lines (187 bytes), CPU and bytes per visit: gzip level 1 0.74 µs, 46; level 6 (kafkajs's
// own) 2.0 µs, 39; LZ4 (lz4-napi) 0.53 µs, 57; Snappy (snappy) 1.2 µs, 61. Level 1 needs no native package, and every
// consumer can read it.

import { gzipSync, gunzipSync } from 'node:zlib';

type Unzip = (bytes: Buffer) => Buffer;
type Remembered = { bytes: Buffer; memory: WeakRef<ArrayBufferLike>; offset: number; length: number };

/** The CRC and the length of the content, at the end of gzip's output. */
const TRAILER_BYTES = 8;

const nameOf = (bytes: Buffer): string =>
  `${bytes.length} ${bytes.toString('latin1', Math.max(0, bytes.length - TRAILER_BYTES))}`;

/**
 * The groups of one ingester read the same batches, mostly at about the same time. They share the unzipped bytes while
 * any message, a view of those bytes, is alive. Only the zipped bytes, a quarter of the unzipped ones, are held for
 * that. When no message is left, the batch is unzipped again.
 *
 * `maxBytes`: the limit of remembered zipped bytes; the newest batches are remembered.
 */
export function rememberUnzipped(unzip: Unzip, maxBytes: number): Unzip {
  const known = new Map<string, Remembered>();
  let held = 0;

  const forget = (name: string, { bytes }: Remembered) => {
    known.delete(name);
    held -= bytes.length;
  };
  const remember = (name: string, one: Remembered) => {
    const before = known.get(name);
    if (before) forget(name, before);
    known.set(name, one);
    held += one.bytes.length;
    for (const [oldest, old] of known) {
      if (held <= maxBytes && old.memory.deref()) break;
      forget(oldest, old);
    }
  };

  return (bytes) => {
    const name = nameOf(bytes);
    const found = known.get(name);
    const memory = found?.bytes.equals(bytes) ? found.memory.deref() : undefined;
    if (found && memory) return Buffer.from(memory, found.offset, found.length);
    const unzipped = unzip(bytes);
    const { buffer, byteOffset, length } = unzipped;
    // a copy, because the bytes are a view of the broker's whole response
    remember(name, { bytes: Buffer.from(bytes), memory: new WeakRef(buffer), offset: byteOffset, length });
    return unzipped;
  };
}

export const GZIP_OPTIONS = { level: 1, memLevel: 9 };

/** Zipped bytes. Unzipped they are four times as many, which is what the groups of an ingester buffer. */
export const REMEMBERED_BYTES = 32 * 1024 * 1024;

/** Runs in the caller's thread: a batch takes 2 ms, and the thread that ships has nothing else to do. */
export function makeGzipCodec() {
  const unzip = rememberUnzipped((bytes) => gunzipSync(bytes), REMEMBERED_BYTES);
  return {
    compress: ({ buffer }: { buffer: Buffer }) => Promise.resolve(gzipSync(buffer, GZIP_OPTIONS)),
    decompress: (bytes: Buffer) => Promise.resolve(unzip(bytes)),
  };
}
