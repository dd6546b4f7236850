// Reads a page of ClickHouse's counts of some links: by day, and by day and dimension. Reads rows of finished batches
// only. An export asks for page after page, so that its memory stays flat.

import { queryUntil, type ClickHouse } from '@kurz/click-tables';
import type { Db } from '@kurz/database';
import { compactionParametersOf, isCounted } from '../../analytics/finished-batches';
import { findStreamProgress } from '../../analytics/find-stream-progress';

/** `dimension` and `key` are empty in a row of the day's requests, bots and scans. */
export type LinkCount = {
  linkId: string;
  day: string;
  dimension: string;
  key: string;
  requests: number;
  bots: number;
  qr: number;
  humans: number;
};

export type LinkCountsPage = {
  workspaceId: string;
  /** Some 1,500 at most, because they are part of the query. */
  linkIds: readonly string[];
  /** The last row of the page before. */
  after?: Pick<LinkCount, 'linkId' | 'day' | 'dimension' | 'key'>;
};

/** Throws when ClickHouse does not answer. A page with fewer rows than `COUNTS_AT_ONCE` is the last. */
export type ReadLinkCounts = (page: LinkCountsPage) => Promise<LinkCount[]>;

export const COUNTS_AT_ONCE = 10_000;

const BEFORE_ALL = { linkId: '', day: '1970-01-01', dimension: '', key: '' };

/** As a list in the query's text: parameters would travel in its URL, where some 16 KB is safe everywhere. */
const listOf = (ids: readonly string[]) => `(${ids.map((id) => `'${id}'`).join(', ')})`;

/** The form of ids: no other text may become part of a query. */
const ID = /^[A-Za-z0-9_-]*$/;

const queryOf = (database: string, ids: string, counted: string) => `
  SELECT link_id AS linkId, toString(on_day) AS day, dimension_name AS dimension, key_name AS key,
    n_requests AS requests, n_bots AS bots, n_qr AS qr, n_humans AS humans
  FROM (
    SELECT link_id, day AS on_day, '' AS dimension_name, '' AS key_name,
      sum(requests) AS n_requests, sum(bots) AS n_bots, sum(qr) AS n_qr, toUInt64(0) AS n_humans
    FROM ${database}.clicks_daily FINAL
    WHERE workspace_id = {workspace:String} AND link_id IN ${ids}
      AND link_id >= {afterLink:String} AND ${counted}
    GROUP BY link_id, day
    UNION ALL
    SELECT link_id, day AS on_day, toString(dimension) AS dimension_name, key AS key_name,
      toUInt64(0), toUInt64(0), toUInt64(0), sum(humans) AS n_humans
    FROM ${database}.clicks_daily_by FINAL
    WHERE workspace_id = {workspace:String} AND link_id IN ${ids}
      AND link_id >= {afterLink:String} AND ${counted}
    GROUP BY link_id, day, dimension, key
  )
  WHERE (link_id, on_day, dimension_name, key_name)
    > ({afterLink:String}, {afterDay:Date}, {afterDimension:String}, {afterKey:String})
  ORDER BY link_id, on_day, dimension_name, key_name
  LIMIT ${COUNTS_AT_ONCE}
  SETTINGS max_execution_time = 5, do_not_merge_across_partitions_select_final = 1,
    output_format_json_quote_64bit_integers = 0`;

export async function readLinkCounts(
  { db, clickHouse }: { db: Db; clickHouse: ClickHouse },
  { workspaceId, linkIds, after = BEFORE_ALL }: LinkCountsPage,
  signal?: AbortSignal,
): Promise<LinkCount[]> {
  if (!linkIds.every((id) => ID.test(id))) throw new Error('an id of a link is none');
  const { partitions: progress, compaction } = await findStreamProgress(db, workspaceId);
  const batches = { progress, compaction };
  const question = {
    query: queryOf(clickHouse.database, listOf(linkIds), isCounted(batches)),
    query_params: {
      workspace: workspaceId,
      afterLink: after.linkId,
      afterDay: after.day,
      afterDimension: after.dimension,
      afterKey: after.key,
      ...compactionParametersOf(batches),
    },
    format: 'JSONEachRow',
  } as const;
  return queryUntil(clickHouse, signal, question, (answer) => answer.json<LinkCount>());
}
