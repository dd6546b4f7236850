// Writes rows of stream_progress; neither figure ever goes back, whoever writes last.

import type { Db } from '@kurz/database';
import { sql } from 'kysely';

/** `until`: every visit before it is consolidated, ms. */
export type ProgressRow = { partition: number; position: number; until: number };

export async function saveProgress(db: Db, rows: readonly ProgressRow[]): Promise<void> {
  await sql`
    INSERT INTO stream_progress AS known (stream_partition, position, consolidated_until, updated_at)
    SELECT r.partition, r.position, r.until, now()
    FROM unnest(
      ${rows.map((row) => row.partition)}::integer[],
      ${rows.map((row) => row.position)}::bigint[],
      ${rows.map((row) => new Date(row.until).toISOString())}::timestamptz[]
    ) AS r (partition, position, until)
    ON CONFLICT (stream_partition) DO UPDATE SET
      position = greatest(known.position, excluded.position),
      consolidated_until = greatest(known.consolidated_until, excluded.consolidated_until),
      updated_at = now()`.execute(db);
}
