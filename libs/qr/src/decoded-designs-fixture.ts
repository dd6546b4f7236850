// Draws random designs and reads them back: at 300 px, after JPEG at quality 70, by a third-party decoder.

import fc from 'fast-check';
import { decode, encode } from 'jpeg-js';
import { logoSquareOf } from './module-geometry';
import { ERROR_LEVELS, makeQrCode, type QrCode } from './qr-code';
import { DEFAULT_DESIGN, levelOf, MODULE_SHAPES, refusalOfDesign, type QrDesign } from './qr-design';
import { inkRowsOf } from './qr-raster';
import { readQrCode } from './read-qr-code-fixture';

export const SIZE = 300;
export const QUALITY = 70;

const colour = fc
  .integer({ min: 0, max: 0xffffff })
  .map((value) => `#${value.toString(16).padStart(6, '0')}`);

const design = fc
  .record({
    margin: fc.integer({ min: 4, max: 8 }),
    level: fc.constantFrom(...ERROR_LEVELS),
    dark: colour,
    light: colour,
    shape: fc.constantFrom(...MODULE_SHAPES),
    logoShare: fc.constantFrom(0, 0, 0.05, 0.1, 0.15, 0.2),
  })
  .map((drawn): QrDesign => ({ ...DEFAULT_DESIGN, ...drawn, size: SIZE }))
  .filter((drawn) => refusalOfDesign(drawn) === undefined);

const slug = fc.stringMatching(/^[0-9A-Za-z_-]{3,24}$/);

const channelsOf = (text: string) => [1, 3, 5].map((at) => Number.parseInt(text.slice(at, at + 2), 16));

/** RGBA by the amount of ink, 0 to 255, as one 32-bit number. */
function inks(drawn: QrDesign): Uint32Array {
  const [dark, light] = [channelsOf(drawn.dark), channelsOf(drawn.light)];
  const bytes = new Uint8Array(4 * 256);
  for (let amount = 0; amount < 256; amount++) {
    const share = amount / 255;
    for (const channel of [0, 1, 2])
      bytes[4 * amount + channel] = (dark[channel] ?? 0) * share + (light[channel] ?? 0) * (1 - share);
    bytes[4 * amount + 3] = 255;
  }
  return new Uint32Array(bytes.buffer);
}

/** The picture's RGBA, with a logo of a single colour, which is the worst of all logos. */
function pixelsOf(code: QrCode, drawn: QrDesign): Uint8Array {
  const { size } = drawn;
  const ink = inks(drawn);
  const logo = logoSquareOf(code, drawn);
  const modules = size / (code.size + 2 * drawn.margin);
  const isLogo = Array.from({ length: size }, (_, at) => {
    const module = at / modules - drawn.margin;
    return logo !== undefined && module >= logo.from && module < logo.to;
  });
  const pixels = new Uint32Array(size * size);
  let at = 0;
  let y = 0;
  for (const row of inkRowsOf(code, drawn)) {
    for (let x = 0; x < size; x++) pixels[at++] = ink[isLogo[x] && isLogo[y] ? 255 : (row[x] ?? 0)] ?? 0;
    y++;
  }
  return new Uint8Array(pixels.buffer);
}

/** The text that is read from the link's code. */
export async function readAgain(text: string, drawn: QrDesign): Promise<string | undefined> {
  const code = makeQrCode(text, levelOf(drawn));
  const data = pixelsOf(code, drawn);
  const jpeg = encode({ data, width: SIZE, height: SIZE }, QUALITY).data;
  const seen = decode(jpeg, { useTArray: true });
  return readQrCode(seen.data, SIZE);
}

/** Rejects with the first of `runs` random designs of random links that does not read back as it was written. */
export async function assertDecoded(runs: number): Promise<void> {
  await fc.assert(
    fc.asyncProperty(slug, design, async (name, drawn) => {
      const text = `https://krz.example/q/${name}`;
      return (await readAgain(text, drawn)) === text;
    }),
    { numRuns: runs },
  );
}
