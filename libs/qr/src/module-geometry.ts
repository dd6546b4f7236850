// Where ink lies, in modules: the one geometry behind the SVG and the pixels.

import { damageOf } from './code-words';
import type { QrCode } from './qr-code';
import type { QrDesign } from './qr-design';

/** Radius of a dot and of a rounded corner. */
export const DOT_RADIUS = 0.46;
export const CORNER_RADIUS = 0.5;

/** Of what a code can repair; the rest is for dirt, light and the camera. */
const MOST_UNDER_LOGO = 0.75;
const LEAST_SIDE = 3;

/**
 * The square under the logo, in modules; undefined: no logo. Whole modules, centred. It is smaller than the share says
 * where it would hide more than may be hidden, and left out of a code whose text has no room at level H.
 */
export function logoSquareOf({ level, size, codeWords }: QrCode, { logoShare }: QrDesign) {
  if (level !== 'H') return undefined;
  const wanted = Math.floor(Math.sqrt(logoShare) * size);
  if (wanted < LEAST_SIDE) return undefined;
  const words = codeWords();
  // an odd side lies on whole modules, since the code's own side is odd
  for (let side = wanted % 2 === 0 ? wanted - 1 : wanted; side >= LEAST_SIDE; side -= 2) {
    const square = { from: (size - side) / 2, to: (size + side) / 2 };
    if (damageOf(words, square) <= MOST_UNDER_LOGO) return { ...square, side };
  }
  return undefined;
}

/** Whether a module is drawn dark: those under the logo are not. */
export function inkOf(code: QrCode, design: QrDesign): (x: number, y: number) => boolean {
  const logo = logoSquareOf(code, design);
  if (!logo) return code.isDark;
  const isUnderLogo = (at: number) => at >= logo.from && at < logo.to;
  return (x, y) => code.isDark(x, y) && !(isUnderLogo(x) && isUnderLogo(y));
}

/** Clockwise from the upper left. */
export type RoundCorners = readonly [boolean, boolean, boolean, boolean];

const SQUARE: RoundCorners = [false, false, false, false];

/**
 * How each dark module is drawn: a dot, or a square with these corners rounded, which are those whose two neighbours are
 * light. Alignment patterns are square in every shape, and finder patterns are never dots: decoders go by their proportions.
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
