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
