// A code as pixels, with smooth edges, without a canvas.

import type { QrCode } from './qr-code';
import type { QrDesign } from './qr-design';
import { CORNER_RADIUS, DOT_RADIUS, inkOf, roundCornersOf } from './module-geometry';

export type Raster = {
  /** Pixels on a side. */
  size: number;
  /** How much ink a pixel has, from 0 to 255, row by row. */
  ink: Uint8Array;
};

/** Samples on a side of a pixel that a curved edge may cross. */
const SAMPLES = 4;

/** Where ink lies in a module, from 0 to 1 each way. */
type Cover = (u: number, v: number) => boolean;

const ALL: Cover = () => true;
const NONE: Cover = () => false;
const DOT: Cover = (u, v) => (u - 0.5) ** 2 + (v - 0.5) ** 2 <= DOT_RADIUS ** 2;

/** A module without the corners that are cut off; clockwise from the upper left. */
function roundedCover(corners: readonly boolean[]): Cover {
  if (!corners.some(Boolean)) return ALL;
  return (u, v) => {
    const corner = v < 0.5 ? (u < 0.5 ? 0 : 1) : u < 0.5 ? 3 : 2;
    return !corners[corner] || (u - 0.5) ** 2 + (v - 0.5) ** 2 <= CORNER_RADIUS ** 2;
  };
}

/** The cover of each module, row by row. */
function coversOf(code: QrCode, design: QrDesign): Cover[] {
  const isInk = inkOf(code, design);
  return Array.from({ length: code.size * code.size }, (_, index) => {
    const x = index % code.size;
    const y = Math.floor(index / code.size);
    if (!isInk(x, y)) return NONE;
    if (design.shape === 'square') return ALL;
    return design.shape === 'dots' && !code.isPattern(x, y) ? DOT : roundedCover(roundCornersOf(isInk, x, y));
  });
}

/** The ink of each pixel at `design.size`. Without a logo, whose place stays empty. */
export function rasterOf(code: QrCode, design: QrDesign): Raster {
  const { size, margin } = design;
  const covers = coversOf(code, design);
  const step = (code.size + 2 * margin) / size / SAMPLES;
  // the column of each sample among the modules, and where in it; the same for rows
  const places = Array.from({ length: size * SAMPLES }, (_, sample) => {
    const at = (sample + 0.5) * step - margin;
    const module = Math.floor(at);
    return { module: module >= 0 && module < code.size ? module : undefined, within: at - module };
  });
  const ink = new Uint8Array(size * size);
  places.forEach(({ module: row, within: v }, sampleRow) => {
    if (row === undefined) return;
    const start = Math.floor(sampleRow / SAMPLES) * size;
    places.forEach(({ module: column, within: u }, sample) => {
      if (column === undefined) return;
      const cover = covers[row * code.size + column] ?? NONE;
      // most modules are all ink or none, and need no look at the place in them
      if (cover === NONE || (cover !== ALL && !cover(u, v))) return;
      const pixel = start + Math.floor(sample / SAMPLES);
      ink[pixel] = (ink[pixel] ?? 0) + 1;
    });
  });
  return { size, ink: ink.map((hits) => Math.round((hits * 255) / SAMPLES ** 2)) };
}
