// Imported counts by day: batches of a stream partition that belongs to their import until it ends. Nothing reads the
// rows of a batch before PostgreSQL says that it is finished, and rows that are written again replace themselves. So
// they count once, whatever is killed when.

import { TableLines, type ClickTable } from '@kurz/click-tables';
import { findPublishedPosition, NOTHING_AWAITED, type Db } from '@kurz/database';
import { sql } from 'kysely';

/** Resolves when the rows are stored, all of one workspace. `insertRows` defines the lines. */
export type WriteClickRows = (table: ClickTable, lines: Buffer, workspaceId: string) => Promise<void>;

const LINES_AT_ONCE = 10_000;

type OfDay = { linkId: string; day: string };
type Counts = { requests: number; bots: number; qr: number };

const putCounts =
  ({ requests, bots, qr }: Counts) =>
  (to: TableLines) => {
    to.number(requests, false);
    to.number(bots, false);
    to.number(qr, true);
  };

/** Takes a number from the sequence that imports of visits and of counts share. Each number is a partition. */
export async function nextPartition(db: Db): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    SELECT nextval(pg_get_serial_sequence('visit_imports', 'id')) AS id`.execute(db);
  if (!rows[0]) throw new Error('the sequence of imports gave no number');
  return rows[0].id;
}

export type BatchPosition = { partition: number; batch: number };

/**
 * Takes a partition that nobody else uses until it is released, and the number of its next batch. A partition that an
 * ended import has released is used again, after that import's batches. To be called only in the transaction that notes
 * whose it is.
 */
export async function takePartition(transaction: Db): Promise<BatchPosition> {
  const { rows } = await sql<BatchPosition>`
    UPDATE stream_progress SET is_free = false
    WHERE stream_partition = (
      SELECT stream_partition FROM stream_progress WHERE is_free
      ORDER BY stream_partition LIMIT 1 FOR UPDATE SKIP LOCKED)
    RETURNING stream_partition AS partition, position AS batch`.execute(transaction);
  return rows[0] ?? { partition: await nextPartition(transaction), batch: 0 };
}

/** Only in the transaction that ends the import, when every batch that may have written rows is finished. */
export async function releasePartition(transaction: Db, partition: number): Promise<void> {
  await transaction
    .updateTable('stream_progress')
    .set({ is_free: true })
    .where('stream_partition', '=', partition)
    .execute();
}

/** `batch`: the batch's number in the partition, from 0. `end`: writes the rows that wait. */
export function makeCountedRows(
  write: WriteClickRows,
  { workspaceId, partition, batch }: BatchPosition & { workspaceId: string },
) {
  const waiting = {
    clicks_hourly: new TableLines(),
    clicks_daily: new TableLines(),
    clicks_daily_by: new TableLines(),
  };
  const lines = { clicks_hourly: 0, clicks_daily: 0, clicks_daily_by: 0 };
  const flush = async (table: ClickTable) => {
    if (lines[table] === 0) return;
    await write(table, Buffer.from(waiting[table].bytes()), workspaceId);
    waiting[table] = new TableLines();
    lines[table] = 0;
  };
  const add = async (table: ClickTable, { linkId, day }: OfDay, finish: (to: TableLines) => void) => {
    const to = waiting[table];
    to.field(workspaceId);
    to.field(linkId);
    to.number(partition, false);
    to.number(batch, false);
    to.field(day);
    finish(to);
    lines[table] += 1;
    if (lines[table] >= LINES_AT_ONCE) await flush(table);
  };
  return {
    addDay: (row: OfDay & Counts) => add('clicks_daily', row, putCounts(row)),
    /** `hour`: 0 to 23, UTC. */
    addHour: ({ day, hour, ...row }: OfDay & Counts & { hour: number }) =>
      add('clicks_hourly', { ...row, day: `${day} ${String(hour).padStart(2, '0')}:00:00` }, putCounts(row)),
    addHumans: (row: OfDay & { dimension: string; key: string; humans: number }) =>
      add('clicks_daily_by', row, (to) => {
        to.field(row.dimension);
        to.field(row.key);
        to.number(row.humans, true);
      }),
    end: async () => {
      await flush('clicks_hourly');
      await flush('clicks_daily');
      await flush('clicks_daily_by');
    },
  };
}

/** How many batches of a partition are finished, which is the number of the next batch. */
export const findFinishedBatches = async (db: Db, partition: number): Promise<number> =>
  (await findPublishedPosition(db, partition)) ?? 0;

/** The batch's rows count from the end of the transaction on. All batches before it must be finished. */
export async function finishBatch(transaction: Db, { partition, batch }: BatchPosition): Promise<void> {
  const position = batch + 1;
  await transaction
    .insertInto('stream_progress')
    .values({ stream_partition: partition, position, consolidated_until: NOTHING_AWAITED })
    .onConflict((conflict) => conflict.column('stream_partition').doUpdateSet({ position }))
    .execute();
}
