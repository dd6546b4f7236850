// Draws a code as an SVG document: one path of ink on a background, and a logo in its middle.

import type { QrCode } from './qr-code';
import type { QrDesign } from './qr-design';
import {
  CORNER_RADIUS,
  DOT_RADIUS,
  inkOf,
  logoSquareOf,
  outlineOf,
  type RoundCorners,
} from './module-geometry';

export type QrLogo = {
  /** A data: address of a PNG, JPEG, WebP or SVG image. */
  href: string;
};

type Ink = (x: number, y: number) => boolean;

/** Draws each horizontal run of dark modules as one rectangle. */
function squaresOf(isInk: Ink, size: number, margin: number): string {
  let path = '';
  for (let y = 0; y < size; y++) {
    for (let x = 0; x < size; x++) {
      if (!isInk(x, y)) continue;
      const from = x;
      while (isInk(x + 1, y)) x++;
      const width = x - from + 1;
      path += `M${from + margin} ${y + margin}h${width}v1h-${width}z`;
    }
  }
  return path;
}

function roundedModule(corners: RoundCorners, x: number, y: number, margin: number): string {
  const [upperLeft, upperRight, lowerRight, lowerLeft] = corners.map((isRound) =>
    isRound ? CORNER_RADIUS : 0,
  );
  const corner = (radius: number | undefined, dx: number, dy: number) =>
    radius ? `a${radius} ${radius} 0 0 1 ${dx * radius} ${dy * radius}` : '';
  return (
    `M${x + margin + (upperLeft ?? 0)} ${y + margin}H${x + margin + 1 - (upperRight ?? 0)}` +
    `${corner(upperRight, 1, 1)}V${y + margin + 1 - (lowerRight ?? 0)}` +
    `${corner(lowerRight, -1, 1)}H${x + margin + (lowerLeft ?? 0)}` +
    `${corner(lowerLeft, -1, -1)}V${y + margin + (upperLeft ?? 0)}${corner(upperLeft, 1, -1)}z`
  );
}

function dotModule(x: number, y: number, margin: number): string {
  const r = DOT_RADIUS;
  return `M${x + margin + 0.5 - r} ${y + margin + 0.5}a${r} ${r} 0 1 0 ${2 * r} 0a${r} ${r} 0 1 0 ${-2 * r} 0z`;
}

function pathOf(code: QrCode, design: QrDesign): string {
  const isInk = inkOf(code, design);
  const { shape, margin } = design;
  if (shape === 'square') return squaresOf(isInk, code.size, margin);
  const outlineAt = outlineOf(code, design, isInk);
  let path = '';
  for (let y = 0; y < code.size; y++) {
    for (let x = 0; x < code.size; x++) {
      if (!isInk(x, y)) continue;
      const outline = outlineAt(x, y);
      path += outline === 'dot' ? dotModule(x, y, margin) : roundedModule(outline, x, y, margin);
    }
  }
  return path;
}

const escaped = (text: string) => text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);

/** The document. `refusalOfDesign` must accept `design`. `title` names the code for screen readers. */
export function svgOf(code: QrCode, design: QrDesign, title: string, logo?: QrLogo): string {
  const side = code.size + 2 * design.margin;
  const square = logo && logoSquareOf(code, design);
  const image = square
    ? `<image href="${escaped(logo.href)}" x="${square.from + design.margin + 0.5}" y="${square.from + design.margin + 0.5}" ` +
      `width="${square.side - 1}" height="${square.side - 1}" preserveAspectRatio="xMidYMid meet"/>`
    : '';
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${side} ${side}" width="${design.size}" height="${design.size}" role="img">` +
    `<title>${escaped(title)}</title>` +
    `<path fill="${design.light}" d="M0 0h${side}v${side}H0z"/>` +
    `<path fill="${design.dark}" d="${pathOf(code, design)}"/>${image}</svg>\n`
  );
}
