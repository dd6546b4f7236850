// The design of a code, and which designs are refused because cameras could not read them.

import type { ErrorLevel } from './qr-code';

export type ModuleShape = 'square' | 'rounded' | 'dots';

export type QrDesign = {
  /** Width and height with the quiet zone, in pixels. */
  size: number;
  /** The quiet zone, in modules. */
  margin: number;
  level: ErrorLevel;
  /** `#rrggbb` */
  dark: string;
  /** `#rrggbb` */
  light: string;
  shape: ModuleShape;
  /** Share of the code's area under the logo; 0: no logo. */
  logoShare: number;
};

export const MODULE_SHAPES: readonly ModuleShape[] = ['square', 'rounded', 'dots'];

export const DESIGN_LIMITS = {
  size: { min: 256, max: 4096 },
  /** ISO/IEC 18004 requires 4 modules. */
  margin: { min: 4, max: 16 },
  logoShare: { max: 0.2 },
  /** As WCAG 2.2 computes it. */
  contrast: { min: 4.5 },
} as const;

export const DEFAULT_DESIGN: QrDesign = {
  size: 1024,
  margin: 4,
  level: 'M',
  dark: '#000000',
  light: '#ffffff',
  shape: 'square',
  logoShare: 0,
};

export type DesignRefusal =
  | { kind: 'bad_colour'; field: 'dark' | 'light' }
  | { kind: 'out_of_range'; field: 'size' | 'margin' | 'logoShare' }
  /** Refused because cameras look for dark modules on a light background. */
  | { kind: 'inverted' }
  | { kind: 'low_contrast'; contrast: number };

const COLOUR = /^#[0-9a-f]{6}$/i;

/** Relative luminance of WCAG 2.2, from 0 to 1. */
function luminanceOf(colour: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const value = Number.parseInt(colour.slice(at, at + 2), 16) / 255;
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** The contrast ratio of two colours, `#rrggbb`: from 1 to 21. */
export function contrastOf(one: string, other: string): number {
  const [low = 0, high = 0] = [luminanceOf(one), luminanceOf(other)].sort((a, b) => a - b);
  return (high + 0.05) / (low + 0.05);
}

const isWithin = (value: number, { min, max }: { min: number; max: number }) => value >= min && value <= max;

/** Why the design is refused; undefined when it is not. */
export function refusalOfDesign(design: QrDesign): DesignRefusal | undefined {
  for (const field of ['dark', 'light'] as const) {
    if (!COLOUR.test(design[field])) return { kind: 'bad_colour', field };
  }
  for (const field of ['size', 'margin'] as const) {
    if (!Number.isInteger(design[field]) || !isWithin(design[field], DESIGN_LIMITS[field]))
      return { kind: 'out_of_range', field };
  }
  if (!isWithin(design.logoShare, { min: 0, ...DESIGN_LIMITS.logoShare }))
    return { kind: 'out_of_range', field: 'logoShare' };
  const contrast = contrastOf(design.dark, design.light);
  if (contrast < DESIGN_LIMITS.contrast.min) return { kind: 'low_contrast', contrast };
  return luminanceOf(design.dark) > luminanceOf(design.light) ? { kind: 'inverted' } : undefined;
}

/** The code's error level. With a logo it is always the highest. */
export const levelOf = ({ level, logoShare }: QrDesign): ErrorLevel => (logoShare > 0 ? 'H' : level);
