// Records a new compaction, if no other is open and no rows move.

import { lockRowsOfShards, storedProgress, type Db } from '@kurz/database';
import { sql } from 'kysely';
import type { Positions } from './compaction';

/** Nothing is recorded while another is open, or rows of a workspace that moves are copied or removed. */
export async function openCompaction(
  db: Db,
  { days, positions }: { days: readonly string[]; positions: Positions },
): Promise<void> {
  await db.transaction().execute(async (transaction) => {
    await lockRowsOfShards(transaction);
    await sql`
      INSERT INTO compactions (days, positions, state, write_before)
      SELECT ${[...days]}::date[], ${JSON.stringify(positions)}::jsonb, 'planned', now()
      WHERE NOT EXISTS (SELECT FROM shard_moves WHERE state IN ('copying', 'removing'))
      ON CONFLICT DO NOTHING`.execute(transaction);
  });
}

export async function isCompactionOpen(db: Db): Promise<boolean> {
  const { rows } = await sql`SELECT 1 FROM compactions WHERE state <> 'settled'`.execute(db);
  return rows.length > 0;
}

/** How far all shards hold each partition: batches before are never written again. */
export async function findCommittedPositions(db: Db): Promise<Positions> {
  const rows = await db
    .selectFrom(storedProgress().as('stored'))
    .select(['stream_partition', 'position'])
    .execute();
  return Object.fromEntries(rows.map((row) => [String(row.stream_partition), row.position]));
}

/** The positions at which each of these days was compacted last; a day that never was is left out. */
export async function findCompactedPositions(
  db: Db,
  days: readonly string[],
): Promise<ReadonlyMap<string, Positions>> {
  const { rows } = await sql<{ day: string; positions: Positions }>`
    SELECT DISTINCT ON (day) to_char(day, 'YYYY-MM-DD') AS day, positions
    FROM compactions CROSS JOIN unnest(days) AS day
    WHERE state = 'settled' AND days && ${[...days]}::date[] AND day = ANY (${[...days]}::date[])
    ORDER BY day, generation DESC`.execute(db);
  return new Map(rows.map(({ day, positions }) => [day, positions]));
}
