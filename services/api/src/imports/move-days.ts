// Moves the staged clicks by day of an import's links (staged-days.ts) to a stream partition of the import's own, some
// links at a time. Their rows are a batch; its end, their hits and totals are one transaction. A batch that was cut off
// is written again under its number, and replaces itself.

import { setIdleLimit, shareShardOf, type Db } from '@kurz/database';
import { IMPORTED } from '@kurz/click-event';
import { sql } from 'kysely';
import {
  finishBatch,
  findFinishedBatches,
  releasePartition,
  makeCountedRows,
  takePartition,
  type WriteClickRows,
} from '../workspaces/import/counted-rows';
import type { DayFacts } from './import-source';
import {
  findLinksWithDays,
  findLinksWithTotals,
  forgetDays,
  reopenErasures,
  type DaysOfLinks,
} from './staged-days';
import type { RunningImport } from './run-import';

/** Rows in memory at a time. */
const ROWS_AT_ONCE = 1_000;
/** Between two statements of a batch ClickHouse takes several inserts, each of which may last for half a minute. */
const MAX_IDLE_MS = 300_000;

export type DaysDeps = {
  db: Db;
  writeClickRows: WriteClickRows;
  /** The source's name, which is the key of the counts. */
  source: string;
  /** An error from it ends the move; a later move goes on. */
  beforeBatch?: () => Promise<void>;
};

/** The import's partition, noted before anything is written. Undefined when there is nothing to write. */
const partitionOf = (db: Db, importId: string): Promise<number | undefined> =>
  db.transaction().execute(async (transaction) => {
    const row = await transaction
      .selectFrom('imports')
      .select(['state', 'history_partition as partition'])
      .where('id', '=', importId)
      .forUpdate()
      .executeTakeFirst();
    if (row?.partition) return row.partition;
    const some = await transaction
      .selectFrom('import_days')
      .select('day')
      .where('import_id', '=', importId)
      .limit(1)
      .executeTakeFirst();
    if (!some || row?.state !== 'running') return undefined;
    const { partition } = await takePartition(transaction);
    await transaction
      .updateTable('imports')
      .set({ history_partition: partition })
      .where('id', '=', importId)
      .execute();
    return partition;
  });

/** Locks the import and resolves with its moved clicks; undefined when another process has ended it, or undoes it. */
async function holdImport(transaction: Db, importId: string): Promise<number | undefined> {
  const row = await transaction
    .selectFrom('imports')
    .select(['state', 'history_clicks as clicks'])
    .where('id', '=', importId)
    .forUpdate()
    .executeTakeFirst();
  return row?.state === 'running' ? row.clicks : undefined;
}

type DayRow = { linkId: string; day: string; clicks: number; facts: DayFacts | null };

/** The days of links that exist, in the order of links and days, in pages, because their facts are long texts. */
async function* daysOf(transaction: Db, { importId, ids }: DaysOfLinks): AsyncGenerator<DayRow> {
  for (let after = { linkId: '', day: '-infinity' }; ;) {
    const { rows } = await sql<DayRow>`
      SELECT told.link_id AS "linkId", to_char(told.day, 'YYYY-MM-DD') AS day, told.clicks, told.facts
      FROM import_days AS told JOIN links ON links.id = told.link_id
      WHERE told.import_id = ${importId} AND told.link_id = ANY(${ids}::text[])
        AND (told.link_id, told.day) > (${after.linkId}, ${after.day}::date)
      ORDER BY told.link_id, told.day LIMIT ${ROWS_AT_ONCE}`.execute(transaction);
    yield* rows;
    const last = rows.at(-1);
    if (!last || rows.length < ROWS_AT_ONCE) return;
    after = last;
  }
}

async function writeRows(
  transaction: Db,
  links: DaysOfLinks,
  { writeClickRows, source }: DaysDeps,
  position: Parameters<typeof makeCountedRows>[1],
): Promise<void> {
  const counted = makeCountedRows(writeClickRows, position);
  for await (const { linkId, day, clicks, facts } of daysOf(transaction, links)) {
    await counted.addDay({ linkId, day, requests: clicks, bots: facts?.bots ?? 0, qr: 0 });
    for (const [hour, requests, bots] of facts?.hours ?? [])
      await counted.addHour({ linkId, day, hour, requests, bots, qr: 0 });
    const humans = facts?.by ?? [[IMPORTED, source, clicks] as const];
    for (const [dimension, key, count] of humans)
      await counted.addHumans({ linkId, day, dimension, key, humans: count });
  }
  await counted.end();
}

/** Resolves with the sum of the clicks. */
async function countHits(transaction: Db, { importId, ids }: DaysOfLinks): Promise<number> {
  // in one order, like everybody who locks several links
  await sql`SELECT FROM links WHERE id = ANY(${ids}::text[]) ORDER BY id FOR NO KEY UPDATE`.execute(
    transaction,
  );
  const { rows } = await sql<{ clicks: number }>`
    WITH moved AS (
      SELECT link_id AS id, sum(clicks)::bigint AS clicks, min(day) AS first_day
      FROM import_days WHERE import_id = ${importId} AND link_id = ANY(${ids}::text[]) GROUP BY link_id
    ), told AS (
      SELECT item.link_id AS id, item.history_total AS total, coalesce(moved.clicks, 0) AS clicks, moved.first_day
      FROM import_items AS item LEFT JOIN moved ON moved.id = item.link_id
      WHERE item.import_id = ${importId} AND item.link_id = ANY(${ids}::text[])
    ), counted AS (
      UPDATE links SET pre_tracking = greatest(0, coalesce(told.total, links.pre_tracking) - told.clicks),
                       tracking_since = least(links.tracking_since, told.first_day)
      FROM told WHERE links.id = told.id
      RETURNING links.id, told.clicks
    ), added AS (
      INSERT INTO link_hits AS known (link_id, hits)
      SELECT id, clicks FROM counted WHERE clicks > 0 ORDER BY id
      ON CONFLICT (link_id) DO UPDATE SET hits = known.hits + excluded.hits
    )
    SELECT coalesce(sum(clicks), 0)::bigint AS clicks FROM counted`.execute(transaction);
  return rows[0]?.clicks ?? 0;
}

/** `last`: the last link that is done; undefined when nothing is left. */
type Moved = { clicks: number; last: string | undefined };

/** Runs under the lock of the import's row, so that an undo waits. Undefined: see holdImport. */
async function moveBatch(
  transaction: Db,
  deps: DaysDeps,
  { id: importId, workspaceId }: RunningImport,
  { partition, after }: { partition: number | undefined; after: string },
): Promise<Moved | undefined> {
  await setIdleLimit(transaction, MAX_IDLE_MS);
  const before = await holdImport(transaction, importId);
  if (before === undefined) return undefined;
  const find = partition === undefined ? findLinksWithTotals : findLinksWithDays;
  const ids = await find(transaction, importId, after);
  const last = ids.at(-1);
  if (last === undefined) return { clicks: before, last };
  const links = { importId, ids };
  if (partition !== undefined) {
    const batch = await findFinishedBatches(transaction, partition);
    // so that the batch's rows are in the same shards at its end as at its beginning
    await shareShardOf(transaction, workspaceId);
    try {
      await writeRows(transaction, links, deps, { workspaceId, partition, batch });
      await finishBatch(transaction, { partition, batch });
    } catch (error) {
      // when PostgreSQL has ended the transaction, rows were written beside another process and deletions of links
      await reopenErasures(deps.db, ids);
      throw error;
    }
  }
  const clicks = before + (await countHits(transaction, links));
  await forgetDays(transaction, links);
  await transaction
    .updateTable('imports')
    .set({ history_clicks: clicks })
    .where('id', '=', importId)
    .execute();
  return { clicks, last };
}

/** Moves all batches of days or, without a partition, of totals. Resolves as moveDays. */
async function moveAll(
  deps: DaysDeps,
  running: RunningImport,
  partition: number | undefined,
): Promise<number | undefined> {
  for (let after = ''; ;) {
    await deps.beforeBatch?.();
    const from = after;
    const moved = await deps.db
      .transaction()
      .execute((transaction) => moveBatch(transaction, deps, running, { partition, after: from }));
    if (!moved?.last) return moved?.clicks;
    after = moved.last;
  }
}

/** Resolves with all moved clicks; undefined when another process has ended the import, or undoes it. */
export async function moveDays(deps: DaysDeps, running: RunningImport): Promise<number | undefined> {
  const partition = await partitionOf(deps.db, running.id);
  if (partition !== undefined && (await moveAll(deps, running, partition)) === undefined) return undefined;
  // links with days and a total are done by now
  return moveAll(deps, running, undefined);
}

/** Frees the partition for another import, in the transaction that ends an import whose days are moved. */
export async function releaseImportPartition(transaction: Db, importId: string): Promise<void> {
  const row = await transaction
    .selectFrom('imports')
    .select('history_partition as partition')
    .where('id', '=', importId)
    .executeTakeFirst();
  if (row?.partition) await releasePartition(transaction, row.partition);
}
