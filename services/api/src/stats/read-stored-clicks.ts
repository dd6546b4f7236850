// Reads the counts of one link, or of many together, from ClickHouse: days, keys and hours in one statement, each part
// along the primary key. One round trip and one parse instead of three took a third off the time.

import { queryUntil, type ClickHouse } from '@kurz/click-tables';
import type { StoredDimension } from '@kurz/click-event';
import { timeLimitOf, type ReadLimits } from '../analytics/query-analytics';
import {
  compactionParametersOf,
  isCounted,
  isFinished,
  type FinishedBatches,
} from '../analytics/finished-batches';
import type { StatsFacts } from './find-stats-facts';
import { firstHourOf } from './merge-hours';
import type { DayCounts, StoredClicks, StoredKey } from './stored-clicks';
import type { StatsWindow } from './window-of';

/**
 * The settings are in the statement: the embedded engine would keep a request's settings for its whole session. The
 * open days of a hot link are 100,000 rows each, which ClickHouse would leave to one thread. With these settings, two
 * marks are enough for another.
 */
const settingsOf = (
  timeLimit: string,
) => `SETTINGS ${timeLimit}, do_not_merge_across_partitions_select_final = 1,
  merge_tree_min_rows_for_concurrent_read = 16384, merge_tree_min_bytes_for_concurrent_read = 1,
  output_format_json_quote_64bit_integers = 0`;

/** ClickHouse's Date begins here. */
const FIRST_DATE = '1970-01-01';
const atLeastFirstDate = (day: string) => (day < FIRST_DATE ? FIRST_DATE : day);

/** The parts that differ between one link and many: which rows are read, and how their keys are folded. */
type Shape = { where: string; keysOf: (rows: string) => string; settings: string };

const OF_WORKSPACE = 'workspace_id = {workspace:String}';
const ONE: Shape = {
  where: `${OF_WORKSPACE} AND link_id = {link:String}`,
  keysOf: (rows) => rows,
  settings: settingsOf('max_execution_time = 2'),
};

/** A link has 200 referrers a day at most. Those of many links are folded here, beyond what an answer names. */
const MAX_REFERRERS = 2_000;

const RANKED = (rows: string) => `
  SELECT name, if(name = 'referrer' AND place > ${MAX_REFERRERS}, '~other', kept), sum(a), sum(b), sum(c)
  FROM (
    SELECT *, row_number() OVER (PARTITION BY name ORDER BY a + b + c DESC, kept) AS place
    FROM (${rows})
  ) GROUP BY 1, 2`;

/** The ids become part of the statement, because a parameter of this length does not fit into a URL. */
function manyOf(linkIds: string, limits: ReadLimits): Shape {
  if (!/^[\w,]*$/.test(linkIds)) throw new Error('a link id has characters that no link id has');
  return {
    where: `${OF_WORKSPACE} AND link_id IN (SELECT arrayJoin(splitByChar(',', '${linkIds}')))`,
    keysOf: RANKED,
    settings: settingsOf(timeLimitOf(limits)),
  };
}

export type StoredScope = FinishedBatches & {
  workspaceId: string;
  /** The window's first and last day. */
  first: string;
  last: string;
  today: string;
  yesterday: string;
  /** The start of the last 24 hours, ms; undefined for a purely historical window, whose hours are not read. */
  hoursFrom: number | undefined;
};

/** The part of the stored counts that a window of stats reads. */
export function storedScopeOf(
  workspaceId: string,
  window: StatsWindow,
  { partitions, compaction }: Pick<StatsFacts, 'partitions' | 'compaction'>,
): StoredScope {
  const isRecent = window.to >= window.yesterday;
  return {
    workspaceId,
    first: window.clampedTo,
    last: window.to,
    today: window.today,
    yesterday: window.yesterday,
    hoursFrom: isRecent ? firstHourOf(window.now) : undefined,
    progress: partitions,
    compaction,
  };
}

/** One counted day, key of a dimension or hour; `a`, `b` and `c` mean what the part of the statement says. */
type Row = { kind: 'day' | 'hour' | StoredDimension; name: string; a: number; b: number; c: number };

/** The hours need both recent days' totals, to find which source is ahead. */
function dayBoundsOf({ hoursFrom, first, last, yesterday, today }: StoredScope) {
  if (hoursFrom === undefined) return { firstDay: first, lastDay: atLeastFirstDate(last) };
  return { firstDay: first < yesterday ? first : yesterday, lastDay: today };
}

function parametersOf(scope: StoredScope) {
  return {
    workspace: scope.workspaceId,
    first: scope.first,
    last: atLeastFirstDate(scope.last),
    ...dayBoundsOf(scope),
    hours: (scope.hoursFrom ?? 0) / 1_000,
    today: scope.today,
    yesterday: scope.yesterday,
    ...compactionParametersOf(scope),
  };
}

/** Conditions on the rows by day, and by hour. */
type Counted = { counted: string; finished: string };

/** requests, bots and human scans by day */
const DAYS = (database: string, { counted }: Counted, { where }: Shape) => `
  SELECT 'day' AS kind, toString(day) AS name, sum(requests) AS a, sum(bots) AS b, sum(qr) AS c
  FROM ${database}.clicks_daily FINAL
  WHERE ${where} AND day BETWEEN {firstDay:Date} AND {lastDay:Date} AND ${counted} GROUP BY day`;

/** humans of the days before yesterday, of yesterday and of today, by key */
const KEYS = (database: string, { counted }: Counted, { where, keysOf }: Shape) =>
  keysOf(`
  SELECT toString(dimension) AS name, key AS kept, sumIf(humans, day < {yesterday:Date}) AS a,
    sumIf(humans, day = {yesterday:Date}) AS b, sumIf(humans, day = {today:Date}) AS c
  FROM ${database}.clicks_daily_by FINAL
  WHERE ${where} AND day BETWEEN {first:Date} AND {last:Date} AND ${counted} GROUP BY dimension, key`);

/** requests and bots by hour, named by its seconds since the epoch */
const HOURS = (database: string, { finished }: Counted, { where }: Shape) => `
  SELECT 'hour', toString(toUnixTimestamp(hour)), sum(requests), sum(bots), 0
  FROM ${database}.clicks_hourly FINAL
  WHERE ${where} AND hour >= toDateTime({hours:UInt32}, 'UTC') AND ${finished} GROUP BY hour`;

function clicksOf(rows: readonly Row[]): StoredClicks {
  const days = new Map<string, DayCounts>();
  const keys: StoredKey[] = [];
  const hours = new Map<number, number>();
  for (const { kind, name, a, b, c } of rows) {
    if (kind === 'day') days.set(name, { requests: a, bots: b, qr: c });
    else if (kind === 'hour') hours.set(Number(name) * 1_000, a - b);
    else keys.push({ dimension: kind, key: name, older: a, yesterday: b, today: c });
  }
  return { days, keys, hours };
}

async function readClicks(
  clickHouse: ClickHouse,
  scope: StoredScope,
  {
    shape,
    signal,
    ...asked
  }: {
    shape: Shape;
    signal: AbortSignal;
    link?: string;
  },
): Promise<StoredClicks> {
  const isRecent = scope.hoursFrom !== undefined;
  const parts = isRecent ? [DAYS, KEYS, HOURS] : [DAYS, KEYS];
  const rows = { counted: isCounted(scope), finished: isFinished(scope) };
  const statement = parts.map((part) => part(clickHouse.database, rows, shape)).join('\n  UNION ALL');
  const question = {
    query: `${statement}\n${shape.settings}`,
    query_params: { ...parametersOf(scope), ...(asked.link !== undefined && { link: asked.link }) },
    format: 'JSONEachRow',
  } as const;
  return clicksOf(await queryUntil(clickHouse, signal, question, (answer) => answer.json<Row>()));
}

/** Throws when ClickHouse cannot answer. */
export function readStoredClicks(
  clickHouse: ClickHouse,
  { linkId, ...scope }: StoredScope & { linkId: string },
  signal: AbortSignal,
): Promise<StoredClicks> {
  return readClicks(clickHouse, scope, { shape: ONE, link: linkId, signal });
}

/** The sums of many links. `linkIds`: comma-separated. Throws when ClickHouse cannot answer. */
export function readClicksOfMany(
  clickHouse: ClickHouse,
  { linkIds, ...scope }: StoredScope & { linkIds: string },
  limits: ReadLimits,
): Promise<StoredClicks> {
  return readClicks(clickHouse, scope, { shape: manyOf(linkIds, limits), signal: limits.signal });
}
