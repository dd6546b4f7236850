// What a plan's folded batch becomes in each table, as the lines that insertRows takes; the plan's origin is part of
// every row's key. Text at once, and what a link's rows share made once: as objects the rows took ten times as long.

import { CLICK_DIMENSIONS, fieldOf, type ClickTable, type RowOrigin } from '@kurz/click-tables';
import type { FoldedLinkDay } from '../fold';

type Rows = Record<ClickTable, string>;
type Lines = Record<ClickTable, string[]>;

const HOUR_MS = 3_600_000;
/** clicks_hourly keeps no more; older hours would be written only to expire. */
const KEPT_HOURS = 72;

/** A day's hours as the table has them, undefined those that are not kept any more; made once for all of its links. */
function hoursOf(day: string, now: number): (string | undefined)[] {
  const midnight = Date.parse(day);
  return Array.from({ length: 24 }, (_, hour) => {
    if (midnight + hour * HOUR_MS < now - KEPT_HOURS * HOUR_MS) return undefined;
    return `${day} ${String(hour).padStart(2, '0')}:00:00`;
  });
}

function addHours(to: string[], row: FoldedLinkDay, link: string, hours: (string | undefined)[]): void {
  for (const { hour, requests, bots, qr } of row.byHour) {
    const top = hours[hour];
    if (top !== undefined) to.push(`${link}${top}\t${requests}\t${bots}\t${qr}\n`);
  }
}

function addDay(to: Lines, { day, requests, bots, qr, by }: FoldedLinkDay, link: string): void {
  to.clicks_daily.push(`${link}${day}\t${requests}\t${bots}\t${qr}\n`);
  for (const dimension of CLICK_DIMENSIONS) {
    const head = `${link}${day}\t${dimension}\t`;
    for (const [key, humans] of by[dimension]) to.clicks_daily_by.push(`${head}${fieldOf(key)}\t${humans}\n`);
  }
}

/**
 * In the order of `folded`, which is the same on every replay. `now` decides only which hours are still worth a row: a
 * replay may leave out an hour that has expired since, never change one.
 */
export function rowsOf(folded: readonly FoldedLinkDay[], origin: RowOrigin, now: number): Rows {
  const lines: Lines = { clicks_hourly: [], clicks_daily: [], clicks_daily_by: [] };
  const hours = new Map<string, (string | undefined)[]>();
  for (const row of folded) {
    let ofDay = hours.get(row.day);
    if (ofDay === undefined) hours.set(row.day, (ofDay = hoursOf(row.day, now)));
    const ids = `${fieldOf(row.workspaceId)}\t${fieldOf(row.linkId)}`;
    const link = `${ids}\t${origin.stream_partition}\t${origin.plan_from}\t`;
    addHours(lines.clicks_hourly, row, link, ofDay);
    addDay(lines, row, link);
  }
  return {
    clicks_hourly: lines.clicks_hourly.join(''),
    clicks_daily: lines.clicks_daily.join(''),
    clicks_daily_by: lines.clicks_daily_by.join(''),
  };
}
