// Writes the daily counts of an export into ClickHouse, as one batch of a stream partition of their own. Nothing reads them
// before PostgreSQL says that the partition is finished, and the same rows written again replace themselves: so they count
// once, whatever is killed when.

import { createHash } from 'node:crypto';
import { TableLines, type ClickTable } from '@kurz/click-tables';
import { readRecords } from './read-records';

/** Resolves when the rows are stored; `insertRows` says what lines are. */
export type WriteClickRows = (table: ClickTable, lines: Buffer) => Promise<void>;

/** The batch of the rows; the partition is finished at the position after it. */
const BATCH = 0;
export const BATCH_END = 1;

const LINES_AT_ONCE = 10_000;

type Table = Exclude<ClickTable, 'clicks_hourly'>;

export async function writeCounts(
  write: WriteClickRows,
  content: AsyncIterable<Buffer>,
  { workspaceId, partition }: { workspaceId: string; partition: number },
): Promise<{ days: number }> {
  const waiting = { clicks_daily: new TableLines(), clicks_daily_by: new TableLines() };
  const lines = { clicks_daily: 0, clicks_daily_by: 0 };
  let days = 0;
  const flush = async (table: Table) => {
    if (lines[table] === 0) return;
    await write(table, Buffer.from(waiting[table].bytes()));
    waiting[table] = new TableLines();
    lines[table] = 0;
  };
  const begin = (table: Table, linkId: string, day: string): TableLines => {
    const to = waiting[table];
    lines[table] += 1;
    to.field(workspaceId);
    to.field(linkId);
    to.number(partition, false);
    to.number(BATCH, false);
    to.field(day);
    return to;
  };
  for await (const { record } of readRecords(content, createHash('sha256'))) {
    if (record?.kind === 'dailyCount') {
      const { linkId, day, requests, bots, qr } = record;
      const to = begin('clicks_daily', linkId, day);
      to.number(requests, false);
      to.number(bots, false);
      to.number(qr, true);
      days += 1;
    } else if (record?.kind === 'dailyHumans') {
      const { linkId, day, dimension, key, humans } = record;
      const to = begin('clicks_daily_by', linkId, day);
      to.field(dimension);
      to.field(key);
      to.number(humans, true);
    }
    for (const table of ['clicks_daily', 'clicks_daily_by'] as const)
      if (lines[table] >= LINES_AT_ONCE) await flush(table);
  }
  await flush('clicks_daily');
  await flush('clicks_daily_by');
  return { days };
}
