// Makes the charts' rows from a stats response. The rows sum to the response's totals.

import type { ChartData, ChartRow } from '../charts/chart-data';
import type { ScannedStats, Stats } from '../api/types';
import { daysLater, readableDays } from '../period/range';

const HOUR_MS = 3_600_000;

type Names = { head: string; columns: readonly string[]; nameOf: (key: string) => string };

/**
 * One row per day of the window: humans, scans among them, bots, all requests. Days without visits are zeros. While the
 * analytics store is away, only the live days are known: `today` and the day before.
 */
export function daysOf(
  { range, series, scans, freshness }: ScannedStats,
  { head, columns, nameOf }: Names,
  today: string,
): ChartData {
  const byDay = new Map(series.map((point) => [point.date, point]));
  const scansOn = new Map(scans.map(({ date, n }) => [date, n]));
  const rows = readableDays({ range, freshness }, today).map((day): ChartRow => {
    const { n, b } = byDay.get(day) ?? { n: 0, b: 0 };
    return { key: day, name: nameOf(day), values: [n - b, scansOn.get(day) ?? 0, b, n] };
  });
  return { head, columns, rows };
}

/** The rolling 24 hours, named by their starts; the current hour is last. */
export function hoursOf({ hourly }: Stats, { head, columns, nameOf }: Names): ChartData {
  const first = Date.parse(hourly.fromUtc);
  const rows = hourly.buckets.map((humans, index): ChartRow => {
    const start = new Date(first + index * HOUR_MS).toISOString();
    return { key: start, name: nameOf(start), values: [humans] };
  });
  return { head, columns, rows };
}

/** One row per key of a list, in the response's order. */
export const keysOf = (list: Stats['geo'], { head, columns, nameOf }: Names): ChartData => ({
  head,
  columns,
  rows: list.map(({ k, v }) => ({ key: k, name: nameOf(k), values: [v] })),
});

/** Whether a window has counts by hour, because it includes today or yesterday. */
export const hasHours = ({ range }: Stats, today: string) => range.to >= daysLater(today, -1);
