// The geometry of the ink, in modules, which the SVG and the pixels share.

import { damageOf } from './code-words';
import type { QrCode } from './qr-code';
import type { QrDesign } from './qr-design';

/** Radius of a dot and of a rounded corner. */
export const DOT_RADIUS = 0.46;
export const CORNER_RADIUS = 0.5;

/** Share of a block's repair capacity that the logo may use. The rest is for dirt, light and the camera. */
const MAX_UNDER_LOGO = 0.75;
const MIN_SIDE = 3;

/**
 * The centred square under the logo, in whole modules; undefined for no logo. It is smaller than the share when it
 * would hide too much. A code whose text does not fit at level H has no logo.
 */
export function logoSquareOf({ level, size, codeWords }: QrCode, { logoShare }: QrDesign) {
  if (level !== 'H') return undefined;
  const wanted = Math.floor(Math.sqrt(logoShare) * size);
  if (wanted < MIN_SIDE) return undefined;
  const words = codeWords();
  // an odd side lies on whole modules, since the code's own side is odd
  for (let side = wanted % 2 === 0 ? wanted - 1 : wanted; side >= MIN_SIDE; side -= 2) {
    const square = { from: (size - side) / 2, to: (size + side) / 2 };
    if (damageOf(words, square) <= MAX_UNDER_LOGO) return { ...square, side };
  }
  return undefined;
}

/** Whether a module is drawn dark. Modules under the logo are not drawn. */
export function inkOf(code: QrCode, design: QrDesign): (x: number, y: number) => boolean {
  const logo = logoSquareOf(code, design);
  if (!logo) return code.isDark;
  const isUnderLogo = (at: number) => at >= logo.from && at < logo.to;
  return (x, y) => code.isDark(x, y) && !(isUnderLogo(x) && isUnderLogo(y));
}

/** Which corners are rounded, clockwise from the upper left. */
export type RoundCorners = readonly [boolean, boolean, boolean, boolean];

const SQUARE: RoundCorners = [false, false, false, false];

/**
 * How each dark module is drawn: a dot, or a square with rounded corners where both neighbours are light. Alignment
 * patterns are square in every shape, and finder patterns are never dots, because decoders rely on their proportions.
 */
export function outlineOf(
  code: QrCode,
  { shape }: QrDesign,
  isInk: (x: number, y: number) => boolean,
): (x: number, y: number) => 'dot' | RoundCorners {
  return (x, y) => {
    const pattern = code.patternAt(x, y);
    if (shape === 'square' || pattern === 'alignment') return SQUARE;
    if (shape === 'dots' && pattern === undefined) return 'dot';
    const [above, right, below, left] = [isInk(x, y - 1), isInk(x + 1, y), isInk(x, y + 1), isInk(x - 1, y)];
    return [!above && !left, !above && !right, !below && !right, !below && !left];
  };
}
