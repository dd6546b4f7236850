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

/** The picture's RGBA, with a logo of a single colour, which is the worst of all logos. */
function pixelsOf(code: QrCode, drawn: QrDesign): Uint8Array {
  const { size } = drawn;
  const [dark, light] = [channelsOf(drawn.dark), channelsOf(drawn.light)];
  const logo = logoSquareOf(code, drawn);
  const modules = size / (code.size + 2 * drawn.margin);
  const isLogo = (at: number) =>
    logo && at / modules - drawn.margin >= logo.from && at / modules - drawn.margin < logo.to;
  const pixels = new Uint8Array(size * size * 4);
  [...inkRowsOf(code, drawn)].forEach((row, y) => {
    row.forEach((amount, x) => {
      const at = (y * size + x) * 4;
      const share = isLogo(x) && isLogo(y) ? 1 : amount / 255;
      for (const channel of [0, 1, 2])
        pixels[at + channel] = (dark[channel] ?? 0) * share + (light[channel] ?? 0) * (1 - share);
      pixels[at + 3] = 255;
    });
  });
  return pixels;
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
