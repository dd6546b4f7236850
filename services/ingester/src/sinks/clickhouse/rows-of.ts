// Encodes an intent's aggregated batch as each table's lines for insertRows; the intent's origin is part of every row's
// key. Writes bytes directly, and the fields that a link's rows share only once: joined strings took three times as
// long, objects thirty times.

import { CLICK_DIMENSIONS } from '@kurz/click-event';
import { TableLines, type ClickTable, type RowOrigin } from '@kurz/click-tables';
import type { Counts, LinkDayCounts } from '../../aggregate/link-day-counts';

type Rows = Record<ClickTable, Buffer>;

const HOUR_MS = 3_600_000;
/** clicks_hourly keeps no more; older hours would be written only to expire. */
const KEPT_HOURS = 72;

/** A day's hours as the table has them, undefined when they are no longer kept; made once for all links of the day. */
function hoursOf(day: string, now: number): (string | undefined)[] {
  const midnight = Date.parse(day);
  return Array.from({ length: 24 }, (_, hour) => {
    if (midnight + hour * HOUR_MS < now - KEPT_HOURS * HOUR_MS) return undefined;
    return `${day} ${String(hour).padStart(2, '0')}:00:00`;
  });
}

/** Puts the fields with which all rows of a link begin. */
function putLink(to: TableLines, { workspaceId, linkId }: LinkDayCounts, origin: RowOrigin): void {
  to.field(workspaceId);
  to.field(linkId);
  to.number(origin.stream_partition, false);
  to.number(origin.plan_from, false);
}

function putCounts(to: TableLines, { requests, bots, qr }: Counts): void {
  to.number(requests, false);
  to.number(bots, false);
  to.number(qr, true);
}

function putHours(
  to: TableLines,
  row: LinkDayCounts,
  origin: RowOrigin,
  hours: (string | undefined)[],
): void {
  for (const counts of row.byHour) {
    const top = hours[counts.hour];
    if (top === undefined) continue;
    putLink(to, row, origin);
    to.field(top);
    putCounts(to, counts);
  }
}

function putDay(to: TableLines, row: LinkDayCounts, origin: RowOrigin): void {
  putLink(to, row, origin);
  to.field(row.day);
  putCounts(to, row);
}

function putKeys(to: TableLines, row: LinkDayCounts, origin: RowOrigin): void {
  const begin = to.length;
  let end = begin;
  // read once, because an aggregated row makes it again at each call
  const { by } = row;
  for (const dimension of CLICK_DIMENSIONS) {
    for (const [key, humans] of by[dimension]) {
      if (end > begin) to.repeat(begin, end);
      else {
        putLink(to, row, origin);
        to.field(row.day);
        end = to.length;
      }
      to.field(dimension);
      to.field(key);
      to.number(humans, true);
    }
  }
}

/**
 * Rows in the order of `aggregated`, which is the same on every replay. `now` decides only which hours are still worth
 * a row: a replay may leave out an hour that has expired since, never change one.
 */
export function rowsOf(aggregated: readonly LinkDayCounts[], origin: RowOrigin, now: number): Rows {
  const hourly = new TableLines();
  const daily = new TableLines();
  const dailyBy = new TableLines();
  const hours = new Map<string, (string | undefined)[]>();
  for (const row of aggregated) {
    let ofDay = hours.get(row.day);
    if (ofDay === undefined) hours.set(row.day, (ofDay = hoursOf(row.day, now)));
    putHours(hourly, row, origin, ofDay);
    putDay(daily, row, origin);
    putKeys(dailyBy, row, origin);
  }
  return { clicks_hourly: hourly.bytes(), clicks_daily: daily.bytes(), clicks_daily_by: dailyBy.bytes() };
}
