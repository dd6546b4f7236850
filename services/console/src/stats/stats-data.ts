// The charts' rows out of a stats answer. Sums of the rows are the answer's totals.

import type { ChartData, ChartRow } from '../charts/chart-data';
import type { ScannedStats, Stats } from '../api/types';
import { daysLater, readableDays } from '../period/range';

const HOUR_MS = 3_600_000;

type Names = { head: string; columns: readonly string[]; nameOf: (key: string) => string };

/**
 * A row a day of the window: humans, scans among them, bots, all requests. Days without visits are zeros, except while the analytics store
 * is away: then only the two live days are known, which `today` names.
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

/** The rolling 24 hours, the current one last, named by their starts. */
export function hoursOf({ hourly }: Stats, { head, columns, nameOf }: Names): ChartData {
  const first = Date.parse(hourly.fromUtc);
  const rows = hourly.buckets.map((humans, index): ChartRow => {
    const start = new Date(first + index * HOUR_MS).toISOString();
    return { key: start, name: nameOf(start), values: [humans] };
  });
  return { head, columns, rows };
}

/** A row a key of a list, as the answer sorts them. */
export const keysOf = (list: Stats['geo'], { head, columns, nameOf }: Names): ChartData => ({
  head,
  columns,
  rows: list.map(({ k, v }) => ({ key: k, name: nameOf(k), values: [v] })),
});

/** Whether a window's hours are counted: it has today or yesterday in it. */
export const hasHours = ({ range }: Stats, today: string) => range.to >= daysLater(today, -1);
