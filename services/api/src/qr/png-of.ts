// A drawn code as a PNG file: a palette from the light colour to the dark one, one byte a pixel.

import { promisify } from 'node:util';
import { crc32, deflate } from 'node:zlib';
import type { QrDesign, Raster } from '@kurz/qr';

const compress = promisify<Buffer, { level: number }, Buffer>(deflate);

const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
const SHADES = 256;
/** Eight bits a pixel, which name a colour of the palette. */
const INDEXED = [8, 3, 0, 0, 0];
const COMPRESSION = { level: 6 };

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

/** Each row begins with its filter: none. */
function rowsOf({ size, ink }: Raster): Buffer {
  const rows = Buffer.alloc(size * (size + 1));
  for (let row = 0; row < size; row++)
    rows.set(ink.subarray(row * size, (row + 1) * size), row * (size + 1) + 1);
  return rows;
}

export async function pngOf(raster: Raster, colours: Pick<QrDesign, 'dark' | 'light'>): Promise<Buffer> {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(raster.size, 0);
  header.writeUInt32BE(raster.size, 4);
  header.set(INDEXED, 8);
  return Buffer.concat([
    SIGNATURE,
    chunk('IHDR', header),
    chunk('PLTE', paletteOf(colours)),
    chunk('IDAT', await compress(rowsOf(raster), COMPRESSION)),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}
