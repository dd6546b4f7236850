// The recent days of one partition as ClickHouse holds them: what live counts begin with after a start. They come in
// pages of some links: the days of all links of a large installation are more than a process may hold.

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

/** Some 20 MB with their keys as a rule. */
const LINKS_OF_A_PAGE = 2_000;

type Link = { workspace_id: string; link_id: string };
type LinkDay = Link & { day: string };
type DayRow = LinkDay & { requests: number; bots: number; qr: number };
type HourRow = LinkDay & { hour_of_day: number; humans: number };
type KeyRow = LinkDay & { dimension: ClickDimension; key: string; humans: number };

const OF_PARTITION = 'stream_partition = {partition:UInt32} AND plan_from < {before:UInt64}';

/** The last link of each page but the last page, in the order of the primary key. */
const pageEndsQuery = (database: string) => `
  SELECT workspace_id, link_id FROM (
    SELECT workspace_id, link_id, row_number() OVER (ORDER BY workspace_id, link_id) AS place FROM (
      SELECT DISTINCT workspace_id, link_id FROM ${database}.clicks_daily
      WHERE ${OF_PARTITION} AND day >= {since:Date}))
  WHERE place % {links:UInt32} = 0 ORDER BY workspace_id, link_id`;

/** A condition: after one link, and up to another when there is one. */
const inPage = (last: Link | undefined) =>
  `(workspace_id > {afterWorkspace:String} OR workspace_id = {afterWorkspace:String} AND link_id > {afterLink:String})${
    last
      ? ' AND (workspace_id < {lastWorkspace:String} OR workspace_id = {lastWorkspace:String} AND link_id <= {lastLink:String})'
      : ''
  }`;

const daysQuery = (database: string, page: string) => `
  SELECT workspace_id, link_id, day, sum(t.requests) AS requests, sum(t.bots) AS bots, sum(t.qr) AS qr
  FROM ${database}.clicks_daily AS t FINAL
  WHERE ${OF_PARTITION} AND day >= {since:Date} AND ${page}
  GROUP BY workspace_id, link_id, day`;

const hoursQuery = (database: string, page: string) => `
  SELECT workspace_id, link_id, toDate(hour) AS day, toHour(hour) AS hour_of_day, sum(requests) - sum(bots) AS humans
  FROM ${database}.clicks_hourly FINAL
  WHERE ${OF_PARTITION} AND hour >= toDateTime({since:Date}, 'UTC') AND ${page}
  GROUP BY workspace_id, link_id, hour`;

const keysQuery = (database: string, page: string) => `
  SELECT workspace_id, link_id, day, dimension, key, sum(t.humans) AS humans
  FROM ${database}.clicks_daily_by AS t FINAL
  WHERE ${OF_PARTITION} AND day >= {since:Date} AND ${page}
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

type QueryRows = <Row>(query: string, params?: Record<string, string | number>) => Promise<Row[]>;

async function readPage(
  queryRows: QueryRows,
  database: string,
  { after, last }: { after: Link; last: Link | undefined },
): Promise<LiveAddition[]> {
  const page = inPage(last);
  const params = {
    afterWorkspace: after.workspace_id,
    afterLink: after.link_id,
    ...(last && { lastWorkspace: last.workspace_id, lastLink: last.link_id }),
  };
  const additions = new Map<string, LiveDay & LiveAddition>();
  const keyOf = (row: LinkDay) => `${row.day} ${row.link_id}`;
  for (const row of await queryRows<DayRow>(daysQuery(database, page), params))
    additions.set(keyOf(row), additionOf(row));
  for (const row of await queryRows<HourRow>(hoursQuery(database, page), params)) {
    const addition = additions.get(keyOf(row));
    if (addition) addition.humansByHour[row.hour_of_day] = row.humans;
  }
  for (const row of await queryRows<KeyRow>(keysQuery(database, page), params))
    additions.get(keyOf(row))?.by[row.dimension].set(row.key, row.humans);
  return [...additions.values()];
}

const BEFORE_ALL: Link = { workspace_id: '', link_id: '' };

export async function* readStoredDays(
  { client, database }: ClickHouse,
  range: StoredRange,
): AsyncGenerator<LiveAddition[]> {
  const queryRows: QueryRows = async (query, params) => {
    const result = await client.query({
      query,
      query_params: { ...range, ...params },
      format: 'JSONEachRow',
    });
    return result.json();
  };
  const ends = await queryRows<Link>(pageEndsQuery(database), { links: LINKS_OF_A_PAGE });
  let after = BEFORE_ALL;
  for (const last of [...ends, undefined]) {
    yield await readPage(queryRows, database, { after, last });
    after = last ?? after;
  }
}
