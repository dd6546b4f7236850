// Reads one link's counts from ClickHouse: three queries in parallel, each along the primary key.

import type { ClickHouse } from '@kurz/click-tables';
import { finishedPlansOf, IS_FINISHED } from '../analytics/finished-plans';
import type { StreamProgress } from '../analytics/stream-progress';
import type { StoredClicks, StoredKey } from './stored-clicks';

/** The settings stand in the text: the embedded engine would keep those of a request for its whole session. */
const SETTINGS = `SETTINGS max_execution_time = 2, do_not_merge_across_partitions_select_final = 1,
  output_format_json_quote_64bit_integers = 0`;

/** ClickHouse's Date begins here. */
const FIRST_DATE = '1970-01-01';

export type StoredScope = {
  workspaceId: string;
  linkId: string;
  /** The window's first and last day. */
  first: string;
  last: string;
  today: string;
  yesterday: string;
  /** Where the last 24 hours begin, ms; undefined for a purely historical window, whose hours are not read. */
  hoursFrom: number | undefined;
  /** How far each partition of the stream has been written. */
  progress: StreamProgress['partitions'];
};

type DayRow = { on: string; requested: number; automatic: number; scanned: number };
type HourRow = { start: number; humans: number };

function parametersOf(scope: StoredScope) {
  return {
    workspace: scope.workspaceId,
    link: scope.linkId,
    first: scope.first,
    last: scope.last < FIRST_DATE ? FIRST_DATE : scope.last,
    today: scope.today,
    yesterday: scope.yesterday,
    ...finishedPlansOf(scope.progress),
  };
}

/** Resolves when all three have answered; throws when one cannot. */
export async function readStoredClicks(
  clickHouse: ClickHouse,
  scope: StoredScope,
  signal: AbortSignal,
): Promise<StoredClicks> {
  const { database, client } = clickHouse;
  const rowsOf = async <Row>(query: string, more: Record<string, unknown> = {}): Promise<Row[]> => {
    const answer = await client.query({
      query: `${query} ${SETTINGS}`,
      query_params: { ...parametersOf(scope), ...more },
      format: 'JSONEachRow',
      abort_signal: signal,
    });
    return answer.json<Row>();
  };
  const link = 'workspace_id = {workspace:String} AND link_id = {link:String}';
  const { hoursFrom, yesterday, today } = scope;
  // the hours need both recent days' totals, to tell which source is ahead
  const span =
    hoursFrom === undefined ? {} : { first: scope.first < yesterday ? scope.first : yesterday, last: today };
  const [days, keys, hours] = await Promise.all([
    rowsOf<DayRow>(
      `SELECT toString(day) AS on, sum(requests) AS requested, sum(bots) AS automatic, sum(qr) AS scanned
       FROM ${database}.clicks_daily FINAL
       WHERE ${link} AND day BETWEEN {first:Date} AND {last:Date} AND ${IS_FINISHED} GROUP BY day`,
      span,
    ),
    rowsOf<StoredKey>(
      `SELECT dimension, key, sumIf(humans, day < {yesterday:Date}) AS older,
         sumIf(humans, day = {yesterday:Date}) AS yesterday, sumIf(humans, day = {today:Date}) AS today
       FROM ${database}.clicks_daily_by FINAL
       WHERE ${link} AND day BETWEEN {first:Date} AND {last:Date} AND ${IS_FINISHED} GROUP BY dimension, key`,
    ),
    hoursFrom === undefined
      ? []
      : rowsOf<HourRow>(
          `SELECT toUnixTimestamp(hour) AS start, sum(requests) - sum(bots) AS humans
           FROM ${database}.clicks_hourly FINAL
           WHERE ${link} AND hour >= toDateTime({hours:UInt32}, 'UTC') AND ${IS_FINISHED} GROUP BY hour`,
          { hours: hoursFrom / 1000 },
        ),
  ]);
  return {
    days: new Map(
      days.map((row) => [row.on, { requests: row.requested, bots: row.automatic, qr: row.scanned }]),
    ),
    keys,
    hours: new Map(hours.map((row) => [row.start * 1000, row.humans])),
  };
}
