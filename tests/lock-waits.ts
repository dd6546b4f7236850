// Waits for statements that wait for another transaction's lock: so a test knows that its request has reached the lock.

import type { Db } from '@kurz/database';
import { sql } from 'kysely';
import { until } from './until';

/** Resolves when this many statements of this database wait. `within`: a piece of their text. */
export async function untilLockWaits(db: Db, { count = 1, within = '' } = {}): Promise<void> {
  const isReached = async () => {
    const { rows } = await sql`
      SELECT FROM pg_stat_activity
      WHERE datname = current_database() AND wait_event_type = 'Lock'
        AND position(${within} IN query) > 0`.execute(db);
    return rows.length >= count;
  };
  await until(isReached, { what: `${count} wait for locks` });
}
