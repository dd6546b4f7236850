// The shades of a map: five, the darkest for the largest number. By the square root, as one country has often ten times
// as many as the next.

export const SHADES = [1, 2, 3, 4, 5] as const;

/** From 1; `value` is more than none and `most` at most. */
export const shadeOf = (value: number, most: number): number =>
  Math.min(SHADES.length, Math.max(1, Math.ceil(SHADES.length * Math.sqrt(value / Math.max(most, 1)))));
