// Begins an attempt to write a compaction, and moves it to its next state, if nobody has done so already.

import type { Db } from '@kurz/database';
import { sql } from 'kysely';

/** Gives the attempt's number; undefined when the compaction is written by now. */
export async function beginAttempt(db: Db, generation: number): Promise<number | undefined> {
  const { rows } = await sql<{ attempt: number }>`
    UPDATE compactions SET attempt = CASE
      WHEN attempt IS NULL THEN generation
      ELSE nextval(pg_get_serial_sequence('compactions', 'generation'))
    END
    WHERE generation = ${generation} AND state = 'planned'
    RETURNING attempt`.execute(db);
  return rows[0]?.attempt;
}

/** Resolves with whether it did; false when a later attempt has begun. */
export async function markWritten(db: Db, generation: number, attempt: number): Promise<boolean> {
  const { numAffectedRows } = await sql`
    UPDATE compactions SET state = 'written', written_at = now(), claimed_until = now()
    WHERE generation = ${generation} AND attempt = ${attempt} AND state = 'planned'`.execute(db);
  return numAffectedRows === 1n;
}

/** Its rows are not there: it is written again. */
export async function markUnwritten(db: Db, generation: number): Promise<void> {
  await sql`
    UPDATE compactions SET state = 'planned' WHERE generation = ${generation} AND state = 'written'`.execute(
    db,
  );
}

export async function markSettled(db: Db, generation: number): Promise<void> {
  await sql`
    UPDATE compactions SET state = 'settled', settled_at = now()
    WHERE generation = ${generation} AND state = 'written'`.execute(db);
}
