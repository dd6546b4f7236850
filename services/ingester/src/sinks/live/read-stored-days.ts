// The recent days of one partition as ClickHouse holds them: what live counts begin with after a start.

import { eachDimension, type ClickDimension } from '@kurz/click-event';
import type { ClickHouse } from '@kurz/click-tables';
import type { LiveAddition, LiveDay } from '@kurz/live-clicks';

export type StoredRange = {
  partition: number;
  /** Rows of batches before this position. */
  before: number;
  /** The first day wanted, `YYYY-MM-DD`. */
  since: string;
};

type LinkDay = { workspace_id: string; link_id: string; day: string };
type DayRow = LinkDay & { requests: number; bots: number; qr: number };
type HourRow = LinkDay & { hour_of_day: number; humans: number };
type KeyRow = LinkDay & { dimension: ClickDimension; key: string; humans: number };

const OF_PARTITION = 'stream_partition = {partition:UInt32} AND plan_from < {before:UInt64}';

const daysQuery = (database: string) => `
  SELECT workspace_id, link_id, day, sum(t.requests) AS requests, sum(t.bots) AS bots, sum(t.qr) AS qr
  FROM ${database}.clicks_daily AS t FINAL
  WHERE ${OF_PARTITION} AND day >= {since:Date}
  GROUP BY workspace_id, link_id, day`;

const hoursQuery = (database: string) => `
  SELECT workspace_id, link_id, toDate(hour) AS day, toHour(hour) AS hour_of_day, sum(requests) - sum(bots) AS humans
  FROM ${database}.clicks_hourly FINAL
  WHERE ${OF_PARTITION} AND hour >= toDateTime({since:Date}, 'UTC')
  GROUP BY workspace_id, link_id, hour`;

const keysQuery = (database: string) => `
  SELECT workspace_id, link_id, day, dimension, key, sum(t.humans) AS humans
  FROM ${database}.clicks_daily_by AS t FINAL
  WHERE ${OF_PARTITION} AND day >= {since:Date}
  GROUP BY workspace_id, link_id, day, dimension, key`;

function additionOf(row: DayRow): LiveDay & LiveAddition {
  return {
    workspaceId: row.workspace_id,
    linkId: row.link_id,
    day: row.day,
    requests: row.requests,
    bots: row.bots,
    qr: row.qr,
    humansByHour: new Array<number>(24).fill(0),
    by: eachDimension(() => new Map<string, number>()),
  };
}

export async function readStoredDays(clickHouse: ClickHouse, range: StoredRange): Promise<LiveAddition[]> {
  const rowsOf = async <Row>(query: string) => {
    const result = await clickHouse.client.query({ query, query_params: range, format: 'JSONEachRow' });
    return result.json<Row>();
  };
  const { database } = clickHouse;
  const additions = new Map<string, LiveDay & LiveAddition>();
  const keyOf = (row: LinkDay) => `${row.day} ${row.link_id}`;
  for (const row of await rowsOf<DayRow>(daysQuery(database))) additions.set(keyOf(row), additionOf(row));
  for (const row of await rowsOf<HourRow>(hoursQuery(database))) {
    const addition = additions.get(keyOf(row));
    if (addition) addition.humansByHour[row.hour_of_day] = row.humans;
  }
  for (const row of await rowsOf<KeyRow>(keysQuery(database))) {
    additions.get(keyOf(row))?.by[row.dimension].set(row.key, row.humans);
  }
  return [...additions.values()];
}
