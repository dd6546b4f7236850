// Positions of values and days in a drawing.

import { type ScaleLinear, scaleLinear } from 'd3-scale';

export type Box = { left: number; right: number; top: number; bottom: number };

/** A scale for counts from zero up, which is never flat. */
export function countScale(most: number, [bottom, top]: [number, number]): ScaleLinear<number, number> {
  return scaleLinear()
    .domain([0, Math.max(most, 1)])
    .nice(4)
    .range([bottom, top]);
}

/** Three to five whole numbers of a scale, as ticks. */
export const countTicks = (scale: ScaleLinear<number, number>): number[] =>
  scale.ticks(4).filter(Number.isInteger);

/** Approximate width of a digit at an axis, in units. */
const DIGIT = 7.7;
/** Gap between the numbers of an axis and its lines. */
const NUMBER_GAP = 8;

/** The room for the numbers at an axis, gap included, at least `least`. German writes 200,000 in full. */
export function axisRoom(most: number, least: number, textOf: (tick: number) => string): number {
  const longest = Math.max(...countTicks(countScale(most, [1, 0])).map((tick) => textOf(tick).length));
  return Math.max(least, Math.ceil(longest * DIGIT) + NUMBER_GAP);
}
