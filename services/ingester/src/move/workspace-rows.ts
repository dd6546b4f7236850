// A workspace's rows on one shard: counted, copied to another, removed.

import {
  COMPACTED_PARTITION,
  deleteRows,
  insertRows,
  type ClickHouse,
  type ClickTable,
} from '@kurz/click-tables';
import { isBefore } from '../compact/replaced-rows';
import { LINK_TABLES } from '../erase/link-rows';
import type { MovePositions } from './shard-move';

const OF_WORKSPACE = 'workspace_id = {workspace:String}';

// Partitions that are not named (imports) are copied whole: a batch of an import ends for all of its shards.
const isCopied = (before: MovePositions) => isBefore(before, 2n ** 63n);

/** Counts the rows in all tables. */
export async function countWorkspaceRows(
  { client, database }: ClickHouse,
  workspace: string,
): Promise<number> {
  let sum = 0;
  for (const table of LINK_TABLES) {
    const answer = await client.query({
      query: `SELECT count() AS n FROM ${database}.${table} WHERE ${OF_WORKSPACE}`,
      query_params: { workspace },
      format: 'JSONEachRow',
    });
    for (const { n } of await answer.json<{ n: number }>()) sum += n;
  }
  return sum;
}

export async function removeWorkspaceRows(clickHouse: ClickHouse, workspace: string): Promise<void> {
  for (const table of LINK_TABLES)
    await deleteRows(clickHouse, table, { condition: OF_WORKSPACE, params: { workspace } });
}

const CHECKED = { clicks_daily: 'requests, bots, qr', clicks_daily_by: 'dimension, key, humans' } as const;

/** Equal when the rows by day before these positions are. Hours are left out: they expire when each server merges. */
export async function fingerprintOf(
  { client, database }: ClickHouse,
  workspace: string,
  before: MovePositions,
): Promise<string> {
  const prints: string[] = [];
  for (const [table, columns] of Object.entries(CHECKED)) {
    const row = `link_id, day, stream_partition, plan_from, ${columns}`;
    const answer = await client.query({
      query: `SELECT count(), sum(cityHash64(${row})) FROM ${database}.${table} FINAL WHERE ${OF_WORKSPACE} AND ${isCopied(before)}`,
      query_params: { workspace },
      format: 'TabSeparated',
    });
    prints.push(await answer.text());
  }
  return prints.join(' ');
}

async function requestsByDay(
  { client, database }: ClickHouse,
  workspace: string,
  where: string,
): Promise<ReadonlyMap<string, number>> {
  const answer = await client.query({
    query: `SELECT toString(day) AS counted, sum(requests) AS n FROM ${database}.clicks_daily FINAL
      WHERE ${OF_WORKSPACE} AND ${where} GROUP BY day ORDER BY day`,
    query_params: { workspace },
    format: 'JSONEachRow',
  });
  return new Map((await answer.json<{ counted: string; n: number }>()).map(({ counted, n }) => [counted, n]));
}

/**
 * The first day of which `to` counts more than `from`: these rows were not copied. `before`: counts batches before
 * these positions; default: all.
 */
export async function findDayAhead(
  { from, to }: { from: ClickHouse; to: ClickHouse },
  { workspace, before }: { workspace: string; before?: MovePositions },
): Promise<string | undefined> {
  const where = before ? isCopied(before) : 'true';
  const there = await requestsByDay(to, workspace, where);
  if (there.size === 0) return undefined;
  const here = await requestsByDay(from, workspace, where);
  return [...there].find(([day, requests]) => requests > (here.get(day) ?? 0))?.[0];
}

const FOLDED = `${OF_WORKSPACE} AND stream_partition = ${COMPACTED_PARTITION}`;

/** Whether compacted rows are there more than once, which would count because they are read without FINAL. */
export async function isFoldedTwice({ client, database }: ClickHouse, workspace: string): Promise<boolean> {
  for (const table of Object.keys(CHECKED)) {
    const rows = `(SELECT count() FROM ${database}.${table}`;
    const answer = await client.query({
      query: `SELECT ${rows} WHERE ${FOLDED}) > ${rows} FINAL WHERE ${FOLDED}) AS isTwice`,
      query_params: { workspace },
      format: 'JSONEachRow',
    });
    if ((await answer.json<{ isTwice: number }>())[0]?.isTwice === 1) return true;
  }
  return false;
}

/** Removes the compacted rows of a copy that was cut off. `before`: called before each removal. */
async function removeFolded(
  clickHouse: ClickHouse,
  workspace: string,
  before: () => Promise<void>,
): Promise<void> {
  const { client, database } = clickHouse;
  for (const table of Object.keys(CHECKED)) {
    const answer = await client.query({
      query: `SELECT 1 FROM ${database}.${table} WHERE ${FOLDED} LIMIT 1`,
      query_params: { workspace },
      format: 'JSONEachRow',
    });
    if ((await answer.json()).length === 0) continue;
    await before();
    await deleteRows(clickHouse, table, { condition: FOLDED, params: { workspace } });
  }
}

const COLUMNS: Record<ClickTable, string> = {
  clicks_hourly: 'workspace_id, link_id, stream_partition, plan_from, hour, requests, bots, qr',
  clicks_daily: 'workspace_id, link_id, stream_partition, plan_from, day, requests, bots, qr',
  clicks_daily_by: 'workspace_id, link_id, stream_partition, plan_from, day, dimension, key, humans',
};

/** Some 100,000 rows; an insert is one block. */
const BYTES = 8 * 1024 * 1024;
const LINE_FEED = 0x0a;

/** Pieces of whole lines. */
async function* piecesOf(stream: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let waiting: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of stream) {
    waiting.push(chunk);
    bytes += chunk.length;
    if (bytes < BYTES) continue;
    const all = Buffer.concat(waiting);
    const end = all.lastIndexOf(LINE_FEED) + 1;
    if (end > 0) yield all.subarray(0, end);
    waiting = [all.subarray(end)];
    bytes = all.length - end;
  }
  yield Buffer.concat(waiting);
}

/** Partitions of the table that hold the workspace's rows: days for hourly rows, months and years for daily rows. */
async function partitionsOf({ client, database }: ClickHouse, table: ClickTable, workspace: string) {
  const answer = await client.query({
    query: `SELECT DISTINCT _partition_id AS id FROM ${database}.${table} WHERE ${OF_WORKSPACE} ORDER BY id`,
    query_params: { workspace },
    format: 'JSONEachRow',
  });
  return (await answer.json<{ id: string }>()).map(({ id }) => id);
}

/** About this many rows come by one query; a link's rows are never divided. */
const ROWS_OF_A_PAGE = 500_000;

type Part = { table: ClickTable; id: string; workspace: string };

/**
 * The last link of each page of a part, except the last page. One query for a whole part would be silent for longer
 * than its connection may be, and the server would hold the whole answer.
 */
async function pageEndsOf(
  { client, database }: ClickHouse,
  { table, id, workspace }: Part,
  rows: number,
): Promise<string[]> {
  const answer = await client.query({
    query: `SELECT max(link_id) AS last FROM (
        SELECT link_id, sum(n) OVER (ORDER BY link_id) - n AS before FROM (
          SELECT link_id, count() AS n FROM ${database}.${table}
          WHERE ${OF_WORKSPACE} AND _partition_id = {id:String} GROUP BY link_id))
      GROUP BY intDiv(before, {rows:UInt64}) ORDER BY last`,
    query_params: { workspace, id, rows },
    format: 'JSONEachRow',
  });
  return (await answer.json<{ last: string }>()).slice(0, -1).map(({ last }) => last);
}

type Copied = { workspace: string; before: MovePositions; rowsOfAPage?: number };

/**
 * Copies rows of batches before these positions, as they count now. A copy that was cut off may be made again.
 * `beforeChange` may throw, which ends the copy.
 */
export async function copyWorkspaceRows(
  { from, to }: { from: ClickHouse; to: ClickHouse },
  { workspace, before, rowsOfAPage = ROWS_OF_A_PAGE }: Copied,
  beforeChange: () => Promise<void>,
): Promise<void> {
  const copyPage = async ({ table, id }: Part, after: string, last: string | undefined) => {
    const answer = await from.client.exec({
      query: `SELECT ${COLUMNS[table]} FROM ${from.database}.${table} FINAL
        WHERE ${OF_WORKSPACE} AND _partition_id = {id:String} AND link_id > {after:String}
          ${last === undefined ? '' : 'AND link_id <= {last:String}'} AND ${isCopied(before)} FORMAT TabSeparated`,
      query_params: { workspace, id, after, ...(last !== undefined && { last }) },
      // an error in the middle fails the request and is not taken for a row
      clickhouse_settings: { wait_end_of_query: 1 },
    });
    for await (const lines of piecesOf(answer.stream)) {
      await beforeChange();
      await insertRows(to, table, lines);
    }
  };
  await removeFolded(to, workspace, beforeChange);
  for (const table of LINK_TABLES)
    for (const id of await partitionsOf(from, table, workspace)) {
      const part = { table, id, workspace };
      let after = '';
      for (const last of [...(await pageEndsOf(from, part, rowsOfAPage)), undefined]) {
        await copyPage(part, after, last);
        after = last ?? after;
      }
    }
}
