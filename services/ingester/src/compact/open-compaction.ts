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

/** One that a day has behind it. */
export type EarlierCompaction = { attempt: number; positions: Positions };

/** Those of each of these days, the last one first; a day that never was compacted is left out. */
export async function findEarlierCompactions(
  db: Db,
  days: readonly string[],
): Promise<ReadonlyMap<string, readonly EarlierCompaction[]>> {
  const { rows } = await sql<{ compacted: string; earlier: EarlierCompaction[] }>`
    SELECT to_char(day, 'YYYY-MM-DD') AS compacted,
      json_agg(json_build_object('attempt', attempt, 'positions', positions) ORDER BY generation DESC) AS earlier
    FROM compactions CROSS JOIN unnest(days) AS day
    WHERE state = 'settled' AND days && ${[...days]}::date[] AND day = ANY (${[...days]}::date[])
    GROUP BY day`.execute(db);
  return new Map(rows.map(({ compacted, earlier }) => [compacted, earlier]));
}
