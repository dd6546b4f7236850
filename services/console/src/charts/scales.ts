// Positions of values and days in a drawing.

import { type ScaleLinear, scaleLinear } from 'd3-scale';

export type Box = { left: number; right: number; top: number; bottom: number };

/** Counts from zero up: whole numbers, never a flat scale. */
export function countScale(most: number, [bottom, top]: [number, number]): ScaleLinear<number, number> {
  return scaleLinear()
    .domain([0, Math.max(most, 1)])
    .nice(4)
    .range([bottom, top]);
}

/** Three to five whole numbers of a scale. */
export const countTicks = (scale: ScaleLinear<number, number>): number[] =>
  scale.ticks(4).filter(Number.isInteger);

/** The width of a digit at an axis, about, in units. */
const DIGIT = 7.7;
/** Between the numbers of an axis and its lines. */
const NUMBER_GAP = 8;

/** What the numbers at an axis take, gap included, at least `least`: German writes 200,000 in full. */
export function axisRoom(most: number, least: number, textOf: (tick: number) => string): number {
  const longest = Math.max(...countTicks(countScale(most, [1, 0])).map((tick) => textOf(tick).length));
  return Math.max(least, Math.ceil(longest * DIGIT) + NUMBER_GAP);
}
