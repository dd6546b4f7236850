// Reads the clicks of groups of links from ClickHouse, which knows link ids only. The ids go along with the query as
// one text, and sums for each group come back. A table of tags in ClickHouse would have to be kept equal to Postgres.
//
// Measured with 100,000 links in 600 groups (2.2 MB of ids), CPU of ClickHouse:
// - 50 ms for the text, which the engine copies and compares at every level of the query, and 45 ms for a million rows
// - sums by day in an array, in one level: 70 ms less than rows of group and day that another query puts together
// - HAVING number > 0 on the group: 140 to 210 ms more, because each row is tested and its group is looked up twice
// - ids as a table to join: 1.3 times as much; sums for each link and day, joined here: 5 s and 310 MB

import { setImmediate as breathe } from 'node:timers/promises';
import { COMPACTED_PARTITION, queryUntil, type ClickHouse } from '@kurz/click-tables';
import { timeLimitOf, type ReadLimits } from '../analytics/query-analytics';
import { daysIn } from '../stats/calendar-day';
import { isInScope, parametersOf, type ClickScope } from './click-scope';
import { NO_CLICKS, type GroupClicks, type TagGroup } from './tag-group';

/** Rows processed before the event loop turns; the embedded engine returns them all at once. */
const ROWS_AT_A_TIME = 100;

export type Asked = {
  /** No group is empty. */
  groups: readonly Pick<TagGroup, 'linkIds' | 'linkCount'>[];
  byDay: boolean;
};

/** The number of all links that are not asked for. */
const NO_GROUP = 0;

type Row = [group: number, humans: number, scans: number, humansByDay: number[]];

/** The ids become part of the statement, because a parameter of this length fits into no URL. */
function assertPlain(linkIds: string): void {
  if (!/^[\w,]*$/.test(linkIds)) throw new Error('a link id has characters that no link id has');
}

// A plan may have been written twice. A folded row never is, and FINAL would compare all of them. Rows of two attempts
// exist only while a compaction is open; then the scope excludes those that do not count.
const COUNTED_ROWS = (database: string, scope: ClickScope) => `
  SELECT link_id, day, requests - bots AS humans, qr FROM ${database}.clicks_daily
  WHERE ${isInScope(scope)} AND stream_partition = ${COMPACTED_PARTITION}
  UNION ALL
  SELECT link_id, day, requests - bots AS humans, qr FROM ${database}.clicks_daily FINAL
  WHERE ${isInScope(scope)} AND stream_partition != ${COMPACTED_PARTITION}`;

function queryOf(database: string, scope: ClickScope, { groups, byDay }: Asked, timeLimit: string): string {
  const days = byDay
    ? `sumResample(0, ${daysIn(scope.first, scope.last)}, 1)(humans, toUInt32(day) - toUInt32({first:Date}))`
    : '[]';
  return `WITH
      splitByChar(',', '${groups.map(({ linkIds }) => linkIds).join(',')}') AS ids,
      arrayMap(size -> toUInt32(size), splitByChar(',', '${groups.map(({ linkCount }) => linkCount).join(',')}')) AS sizes,
      arrayFlatten(arrayMap((size, number) -> arrayWithConstant(size, number), sizes, arrayEnumerate(sizes))) AS numbers
    SELECT transform(link_id, ids, numbers, toUInt32(${NO_GROUP})) AS number, sum(humans), sum(qr), ${days}
    FROM (${COUNTED_ROWS(database, scope)})
    GROUP BY number
    SETTINGS ${timeLimit}, do_not_merge_across_partitions_select_final = 1,
      output_format_json_quote_64bit_integers = 0`;
}

/** Gives the clicks of the groups in their order; throws when it cannot. */
export async function readGroupClicks(
  clickHouse: ClickHouse,
  scope: ClickScope,
  asked: Asked,
  limits: ReadLimits,
): Promise<GroupClicks[]> {
  const { groups } = asked;
  const clicks = Array<GroupClicks>(groups.length).fill(NO_CLICKS);
  if (groups.length === 0 || daysIn(scope.first, scope.last) === 0) return clicks;
  for (const { linkIds } of groups) assertPlain(linkIds);
  const question = {
    query: queryOf(clickHouse.database, scope, asked, timeLimitOf(limits)),
    query_params: parametersOf(scope),
    format: 'JSONCompactEachRow',
  } as const;
  await queryUntil(clickHouse, limits.signal, question, async (answer) => {
    let taken = 0;
    for await (const rows of answer.stream<Row>()) {
      for (const row of rows) {
        const [number, humans, qr, humansByDay] = row.json();
        if (number !== NO_GROUP) clicks[number - 1] = { humans, qr, humansByDay };
        if (++taken % ROWS_AT_A_TIME === 0) await breathe();
      }
    }
  });
  return clicks;
}
