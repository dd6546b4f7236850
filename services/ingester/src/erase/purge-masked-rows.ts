// A lightweight delete only hides rows; a later merge removes them from the disk. This task ensures that within a day:
// it rewrites the parts that hold hidden rows. It changes nothing that is read, so it may run beside batches and
// compactions, be cut off anywhere and run in two ingesters.

import { KEEPS_ALIVE, type ClickHouse } from '@kurz/click-tables';
import { LINK_TABLES } from './link-rows';

/** How often the task should run, ms. */
export const PURGE_EVERY_MS = 600_000;
/** A partition is rewritten once in this time at most; with the task's own pace, hidden rows are gone within a day. */
const REST_MS = 20 * 3_600_000;

type Partition = { table: string; id: string };

const MASKED = `
  SELECT table, partition_id AS id FROM system.parts
  WHERE database = {database:String} AND table IN {tables:Array(String)} AND active AND has_lightweight_delete
  GROUP BY table, id ORDER BY table, id`;

// on a cluster these are the mutations of every replica; only the last hundred that have ended are known
const LATELY_PURGED = `
  SELECT table, extract(command, 'IN PARTITION ID \\'([^\\']+)\\'') AS id FROM system.mutations
  WHERE database = {database:String} AND table IN {tables:Array(String)} AND command LIKE '%APPLY DELETED MASK%'
    AND create_time > now() - INTERVAL {rest:UInt32} SECOND`;

const keyOf = ({ table, id }: Partition) => `${table} ${id}`;

/**
 * Resolves when every partition that was due is rewritten; in a large ClickHouse this takes hours. `onPurged` is called
 * after each. Throws while ClickHouse is away.
 */
export async function purgeMaskedRows(
  { client, database }: ClickHouse,
  { restMs = REST_MS, onPurged }: { restMs?: number; onPurged?: () => void } = {},
): Promise<void> {
  const queryPartitions = async (query: string): Promise<Partition[]> => {
    const query_params = { database, tables: [...LINK_TABLES], rest: Math.ceil(restMs / 1_000) };
    return (await client.query({ query, query_params, format: 'JSONEachRow' })).json<Partition>();
  };
  const masked = await queryPartitions(MASKED);
  if (masked.length === 0) return;
  const resting = new Set((await queryPartitions(LATELY_PURGED)).map(keyOf));
  for (const partition of masked) {
    if (resting.has(keyOf(partition))) continue;
    await client.command({
      query: `ALTER TABLE ${database}.${partition.table} APPLY DELETED MASK IN PARTITION ID '${partition.id}'`,
      clickhouse_settings: { mutations_sync: '2', ...KEEPS_ALIVE },
    });
    onPurged?.();
  }
}
