// Records a new compaction, if no other is open.

import type { Db } from '@kurz/database';
import { sql } from 'kysely';
import type { Positions } from './compaction';

export async function openCompaction(
  db: Db,
  { days, positions }: { days: readonly string[]; positions: Positions },
): Promise<void> {
  await sql`
    INSERT INTO compactions (days, positions, state, write_before)
    VALUES (${[...days]}::date[], ${JSON.stringify(positions)}::jsonb, 'planned', now())
    ON CONFLICT DO NOTHING`.execute(db);
}

export async function isCompactionOpen(db: Db): Promise<boolean> {
  const { rows } = await sql`SELECT 1 FROM compactions WHERE state <> 'settled'`.execute(db);
  return rows.length > 0;
}

/** How far each partition is committed in ClickHouse: batches before are never written again. */
export async function findCommittedPositions(db: Db): Promise<Positions> {
  const rows = await db.selectFrom('stream_progress').select(['stream_partition', 'position']).execute();
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
