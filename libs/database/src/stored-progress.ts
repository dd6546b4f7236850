// How far ClickHouse holds the click stream. A shard that was away holds less of it until its backfills are written.

import { sql, type RawBuilder } from 'kysely';
import type { Db } from './open-database';

/**
 * A subquery with the columns of stream_progress: every row of a batch before `position` is stored. `shard`: the number
 * of one shard; null for a shard that lacks nothing. Without it: as far as all shards hold each partition.
 */
export const storedProgress = (shard?: RawBuilder<number | null>) => sql<{
  stream_partition: number;
  position: number;
  consolidated_until: Date;
}>`(
    SELECT known.stream_partition, least(known.position, lacking.filled) AS position,
           least(known.consolidated_until, lacking.consolidated_until) AS consolidated_until
    FROM stream_progress AS known LEFT JOIN (
      SELECT stream_partition, min(filled) AS filled, min(consolidated_until) AS consolidated_until
      FROM missed_ranges ${shard ? sql`WHERE shard = ${shard}` : sql``} GROUP BY stream_partition
    ) AS lacking USING (stream_partition)
  )`;

/**
 * The position before which everything of the partition is committed, except for what shards lack. Undefined for an
 * unknown partition.
 */
export async function findPublishedPosition(db: Db, partition: number): Promise<number | undefined> {
  const row = await db
    .selectFrom('stream_progress')
    .select('position')
    .where('stream_partition', '=', partition)
    .executeTakeFirst();
  return row?.position;
}

/** How many messages of the click stream each shard lacks, for the shards that lack some. */
export async function findLacking(db: Db): Promise<ReadonlyMap<number, number>> {
  const { rows } = await sql<{ shard: number; messages: number }>`
    SELECT shard, sum(to_position - filled)::bigint AS messages FROM missed_ranges GROUP BY shard`.execute(
    db,
  );
  return new Map(rows.map(({ shard, messages }) => [shard, messages]));
}
