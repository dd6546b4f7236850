// What a plan's folded batch becomes in each table; the plan's origin is part of every row's key.

import type { ClickDimension, ClickRows, RowOrigin } from '@kurz/click-tables';
import type { FoldedLinkDay } from '../fold';

type Rows = { [Table in keyof ClickRows]: ClickRows[Table][] };

const HOUR_MS = 3_600_000;
/** clicks_hourly keeps no more; older hours would be written only to expire. */
const KEPT_HOURS = 72;
const DIMENSIONS: readonly ClickDimension[] = ['geo', 'referrer', 'device', 'browser', 'os', 'language'];

/** A day's hours as the table has them, undefined those that are not kept any more; made once for all of its links. */
function hoursOf(day: string, now: number): (string | undefined)[] {
  const midnight = Date.parse(day);
  return Array.from({ length: 24 }, (_, hour) => {
    if (midnight + hour * HOUR_MS < now - KEPT_HOURS * HOUR_MS) return undefined;
    return `${day} ${String(hour).padStart(2, '0')}:00:00`;
  });
}

// Written out field by field here and below: with `...` and flatMap it all took ten times as long.
function addHours(to: Rows, row: FoldedLinkDay, origin: RowOrigin, hours: (string | undefined)[]): void {
  const { stream_partition, plan_from } = origin;
  const { workspaceId: workspace_id, linkId: link_id } = row;
  for (const [index, { requests, bots, qr }] of row.byHour.entries()) {
    const hour = hours[index];
    if (requests === 0 || hour === undefined) continue;
    to.clicks_hourly.push({ workspace_id, link_id, stream_partition, plan_from, hour, requests, bots, qr });
  }
}

function addDay(to: Rows, row: FoldedLinkDay, origin: RowOrigin): void {
  const { stream_partition, plan_from } = origin;
  const { workspaceId: workspace_id, linkId: link_id, day, requests, bots, qr, by } = row;
  to.clicks_daily.push({ workspace_id, link_id, stream_partition, plan_from, day, requests, bots, qr });
  for (const dimension of DIMENSIONS) {
    for (const [key, humans] of by[dimension]) {
      to.clicks_daily_by.push({
        workspace_id,
        link_id,
        stream_partition,
        plan_from,
        day,
        dimension,
        key,
        humans,
      });
    }
  }
}

/**
 * In the order of `folded`, which is the same on every replay. `now` decides only which hours are still worth a row: a
 * replay may leave out an hour that has expired since, never change one.
 */
export function rowsOf(folded: readonly FoldedLinkDay[], origin: RowOrigin, now: number): Rows {
  const rows: Rows = { clicks_hourly: [], clicks_daily: [], clicks_daily_by: [] };
  const hours = new Map<string, (string | undefined)[]>();
  for (const row of folded) {
    let ofDay = hours.get(row.day);
    if (ofDay === undefined) hours.set(row.day, (ofDay = hoursOf(row.day, now)));
    addHours(rows, row, origin, ofDay);
    addDay(rows, row, origin);
  }
  return rows;
}
