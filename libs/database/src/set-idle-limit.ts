// How long a transaction may stand idle between two statements, before PostgreSQL ends it and its locks.

import { sql } from 'kysely';
import type { Db } from './open-database';

/** Holds until the transaction ends. `ms`: 0 for no limit. */
export async function setIdleLimit(transaction: Db, ms: number): Promise<void> {
  await sql`SELECT set_config('idle_in_transaction_session_timeout', ${String(ms)}, true)`.execute(
    transaction,
  );
}
