// Statements that wait for a lock of another transaction: how a test knows that a request has come to where it is held up.

import type { Db } from '@kurz/database';
import { sql } from 'kysely';
import { until } from './until';

/** Until so many statements of this database wait. `within`: a piece of their text. */
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
