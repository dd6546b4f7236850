// Where ink lies, in modules: the one geometry behind the SVG and the pixels. Finder patterns stay solid in every shape,
// as alignment patterns do, since cameras look for their proportions.

import type { QrCode } from './qr-code';
import type { QrDesign } from './qr-design';

/** Radius of a dot and of a rounded corner. */
export const DOT_RADIUS = 0.46;
export const CORNER_RADIUS = 0.5;

/** The square under the logo, in modules; undefined: no logo. Whole modules, centred. */
export function logoSquareOf({ size }: QrCode, { logoShare }: QrDesign) {
  const wanted = Math.floor(Math.sqrt(logoShare) * size);
  // an odd side lies on whole modules, since the code's own side is odd
  const side = wanted % 2 === 0 ? wanted - 1 : wanted;
  if (side < 3) return undefined;
  const from = (size - side) / 2;
  return { from, to: from + side, side };
}

/** Whether a module is drawn dark: those under the logo are not. */
export function inkOf(code: QrCode, design: QrDesign): (x: number, y: number) => boolean {
  const logo = logoSquareOf(code, design);
  if (!logo) return code.isDark;
  const isUnderLogo = (at: number) => at >= logo.from && at < logo.to;
  return (x, y) => code.isDark(x, y) && !(isUnderLogo(x) && isUnderLogo(y));
}

/** The corners of a module that are rounded: those whose two neighbours are light. Clockwise from the upper left. */
export function roundCornersOf(isInk: (x: number, y: number) => boolean, x: number, y: number) {
  const [above, right, below, left] = [isInk(x, y - 1), isInk(x + 1, y), isInk(x, y + 1), isInk(x - 1, y)];
  return [!above && !left, !above && !right, !below && !right, !below && !left] as const;
}
