// The five shades of a map, the darkest for the largest number. They scale by the square root, because one country
// often has ten times as many visits as the next.

export const SHADES = [1, 2, 3, 4, 5] as const;

/** The shade, from 1. `value` is more than 0 and at most `most`. */
export const shadeOf = (value: number, most: number): number =>
  Math.min(SHADES.length, Math.max(1, Math.ceil(SHADES.length * Math.sqrt(value / Math.max(most, 1)))));
