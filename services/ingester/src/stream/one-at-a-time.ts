// Lets one process of many do a piece of work: whoever gets PostgreSQL's advisory lock. The others go without.

import type { Db } from '@kurz/database';
import { sql } from 'kysely';

/** A process that is frozen at work gives the turn away after this; the work must bear being done twice. */
const MOST_IDLE_MS = 60_000;

/** The lock is the transaction's: it ends with it, whatever becomes of the process. */
export async function oneAtATime(db: Db, key: number, work: () => Promise<void>): Promise<void> {
  await db.transaction().execute(async (trx) => {
    await sql`SELECT set_config('idle_in_transaction_session_timeout', ${String(MOST_IDLE_MS)}, true)`.execute(
      trx,
    );
    const { rows } = await sql<{ is_mine: boolean }>`
      SELECT pg_try_advisory_xact_lock(${key}::bigint) AS is_mine`.execute(trx);
    if (rows[0]?.is_mine === true) await work();
  });
}
