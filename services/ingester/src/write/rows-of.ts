// What a plan's folded batch becomes in each table; the plan's origin is part of every row's key.

import type { ClickDimension, ClickRows, DailyByRow, HourlyRow, RowOrigin } from '@kurz/click-tables';
import type { FoldedLinkDay } from '../fold';

const HOUR_MS = 3_600_000;
/** clicks_hourly keeps no more; older hours would be written only to expire. */
const KEPT_HOURS = 72;
const DIMENSIONS: readonly ClickDimension[] = ['geo', 'referrer', 'device', 'browser', 'os', 'language'];

type Link = RowOrigin & { workspace_id: string; link_id: string };

function hourlyOf(row: FoldedLinkDay, link: Link, now: number): HourlyRow[] {
  const midnight = Date.parse(row.day);
  return row.byHour.flatMap(({ requests, bots, qr }, index) => {
    if (requests === 0 || midnight + index * HOUR_MS < now - KEPT_HOURS * HOUR_MS) return [];
    const hour = `${row.day} ${String(index).padStart(2, '0')}:00:00`;
    return [{ ...link, hour, requests, bots, qr }];
  });
}

function dailyByOf(row: FoldedLinkDay, link: Link): DailyByRow[] {
  return DIMENSIONS.flatMap((dimension) =>
    [...row.by[dimension]].map(([key, humans]) => ({ ...link, day: row.day, dimension, key, humans })),
  );
}

/**
 * In the order of `folded`, which is the same on every replay. `now` decides only which hours are still worth a row: a
 * replay may leave out an hour that has expired since, never change one.
 */
export function rowsOf(
  folded: readonly FoldedLinkDay[],
  origin: RowOrigin,
  now: number,
): { [Table in keyof ClickRows]: ClickRows[Table][] } {
  const rows: { [Table in keyof ClickRows]: ClickRows[Table][] } = {
    clicks_hourly: [],
    clicks_daily: [],
    clicks_daily_by: [],
  };
  for (const row of folded) {
    const link = { workspace_id: row.workspaceId, link_id: row.linkId, ...origin };
    rows.clicks_hourly.push(...hourlyOf(row, link, now));
    rows.clicks_daily.push({ ...link, day: row.day, requests: row.requests, bots: row.bots, qr: row.qr });
    rows.clicks_daily_by.push(...dailyByOf(row, link));
  }
  return rows;
}
