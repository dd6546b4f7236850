// Renders a code as antialiased pixels, without a canvas, row by row, so that a large picture is never in memory whole.

import type { QrCode } from './qr-code';
import type { QrDesign } from './qr-design';
import { CORNER_RADIUS, DOT_RADIUS, inkOf, outlineOf, type RoundCorners } from './module-geometry';

/** Antialiasing: samples per side of a pixel. */
const SAMPLES = 4;
const FULL = SAMPLES ** 2;
/** The ink of a pixel, by the number of its samples that are in ink. */
const SHADES = Uint8Array.from({ length: FULL + 1 }, (_, hits) => Math.round((hits * 255) / FULL));

/** Where ink begins and ends on a horizontal line through a module, from 0 to 1. `v`: the line's vertical position. */
type Span = (v: number) => readonly [from: number, to: number];

const WHOLE = [0, 1] as const;
const EMPTY = [0, 0] as const;
const ALL: Span = () => WHOLE;

/** Half the chord at `v` of a circle in the module's middle; NaN when the line misses the circle. */
const halfChord = (radius: number, v: number) => Math.sqrt(radius ** 2 - (v - 0.5) ** 2);

const DOT: Span = (v) => {
  const half = halfChord(DOT_RADIUS, v);
  return Number.isNaN(half) ? EMPTY : [0.5 - half, 0.5 + half];
};

/** A module with the given corners rounded. */
function roundedSpan([upperLeft, upperRight, lowerRight, lowerLeft]: RoundCorners): Span {
  if (!upperLeft && !upperRight && !lowerRight && !lowerLeft) return ALL;
  return (v) => {
    const half = halfChord(CORNER_RADIUS, v);
    const [isLeft, isRight] = v < 0.5 ? [upperLeft, upperRight] : [lowerLeft, lowerRight];
    return [isLeft ? 0.5 - half : 0, isRight ? 0.5 + half : 1];
  };
}

type Ink = { column: number; span: Span };

/** The dark modules of each row, from the left. */
function inkByRow(code: QrCode, design: QrDesign): Ink[][] {
  const isInk = inkOf(code, design);
  const outlineAt = outlineOf(code, design, isInk);
  const spanOf = (x: number, y: number): Span => {
    const outline = outlineAt(x, y);
    return outline === 'dot' ? DOT : roundedSpan(outline);
  };
  const places = Array.from({ length: code.size }, (_, at) => at);
  return places.map((y) =>
    places.filter((x) => isInk(x, y)).map((column) => ({ column, span: spanOf(column, y) })),
  );
}

/**
 * Yields the rows of a picture of `design.size`: the ink of each pixel, from 0 to 255. The logo's place stays empty.
 */
export function* inkRowsOf(code: QrCode, design: QrDesign): Generator<Uint8Array> {
  const { size, margin } = design;
  const inks = inkByRow(code, design);
  const step = (code.size + 2 * margin) / size / SAMPLES;
  /** The first sample at or after a position in modules. */
  const sampleAt = (module: number) => Math.ceil((module + margin) / step - 0.5);
  // per pixel, the change of the number of samples in ink from the pixel before
  const changes = new Int32Array(size + 2);
  const change = (sample: number, sign: 1 | -1) => {
    const [pixel, passed] = [Math.floor(sample / SAMPLES), sample % SAMPLES];
    changes[pixel] = (changes[pixel] ?? 0) + sign * (SAMPLES - passed);
    changes[pixel + 1] = (changes[pixel + 1] ?? 0) + sign * passed;
  };
  for (let y = 0; y < size; y++) {
    changes.fill(0);
    for (let line = y * SAMPLES; line < (y + 1) * SAMPLES; line++) {
      const at = (line + 0.5) * step - margin;
      for (const { column, span } of inks[Math.floor(at)] ?? []) {
        const [from, to] = span(at - Math.floor(at));
        change(sampleAt(column + from), 1);
        change(sampleAt(column + to), -1);
      }
    }
    const row = new Uint8Array(size);
    let hits = 0;
    for (let x = 0; x < size; x++) {
      hits += changes[x] ?? 0;
      row[x] = SHADES[hits] ?? 0;
    }
    yield row;
  }
}
