// A drawn code as a PNG file: a palette from the light colour to the dark one, one byte per pixel. Rows are compressed
// as they are drawn, so that a picture of 16 million pixels takes as little memory as a small one.

import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { crc32, createDeflate } from 'node:zlib';
import type { QrDesign } from '@kurz/qr';

const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
const SHADES = 256;
/** Eight bits per pixel, an index into the palette. */
const INDEXED = [8, 3, 0, 0, 0];
const COMPRESSION = { level: 6 };
/** Rows are yielded in pieces of up to this many bytes; other requests are served in between. */
const PIECE_BYTES = 64 * 1_024;

function chunk(type: string, data: Buffer): Buffer {
  const name = Buffer.from(type, 'latin1');
  const ends = Buffer.alloc(8);
  ends.writeUInt32BE(data.length, 0);
  ends.writeUInt32BE(crc32(data, crc32(name)), 4);
  return Buffer.concat([ends.subarray(0, 4), name, data, ends.subarray(4)]);
}

const channelsOf = (colour: string) => [1, 3, 5].map((at) => Number.parseInt(colour.slice(at, at + 2), 16));

/** The colour of each amount of ink. */
function paletteOf({ dark, light }: Pick<QrDesign, 'dark' | 'light'>): Buffer {
  const [ink, ground] = [channelsOf(dark), channelsOf(light)];
  const shades = Array.from({ length: SHADES }, (_, amount) =>
    ground.map((from, channel) => Math.round(from + ((ink[channel] ?? 0) - from) * (amount / (SHADES - 1)))),
  );
  return Buffer.from(shades.flat());
}

/** Each row begins with its filter byte: no filter. */
function* piecesOf(rows: Iterable<Uint8Array>, size: number): Generator<Buffer> {
  const most = Math.max(1, Math.floor(PIECE_BYTES / (size + 1)));
  let piece = Buffer.alloc(most * (size + 1));
  let filled = 0;
  for (const row of rows) {
    piece.set(row, filled + 1);
    filled += size + 1;
    if (filled < piece.length) continue;
    yield piece;
    piece = Buffer.alloc(piece.length);
    filled = 0;
  }
  if (filled > 0) yield piece.subarray(0, filled);
}

async function compressed(pieces: Iterable<Buffer>): Promise<Buffer> {
  const parts: Buffer[] = [];
  const collect = async (source: AsyncIterable<Buffer>) => {
    for await (const part of source) parts.push(part);
  };
  await pipeline(Readable.from(pieces), createDeflate(COMPRESSION), collect);
  return Buffer.concat(parts);
}

/** `rows`: `size` rows with the ink of each of their `size` pixels. */
export async function pngOf(
  rows: Iterable<Uint8Array>,
  { size, dark, light }: Pick<QrDesign, 'size' | 'dark' | 'light'>,
): Promise<Buffer> {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(size, 0);
  header.writeUInt32BE(size, 4);
  header.set(INDEXED, 8);
  return Buffer.concat([
    SIGNATURE,
    chunk('IHDR', header),
    chunk('PLTE', paletteOf({ dark, light })),
    chunk('IDAT', await compressed(piecesOf(rows, size))),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}
