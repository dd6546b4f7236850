// Removes the events of the audit log that are older than the installation keeps them.

import type { Db } from '@kurz/database';
import { sql } from 'kysely';

/** Rows removed at once: short enough for the limit on a statement's time. */
const AT_ONCE = 1_000;

/** Resolves with how many there were. */
export async function forgetOldAuditEvents(db: Db, keptDays: number): Promise<number> {
  for (let forgotten = 0; ;) {
    const { numAffectedRows = 0n } = await sql`
      DELETE FROM audit_events WHERE id IN (
        SELECT id FROM audit_events
        WHERE occurred_at <= now() - make_interval(days => ${keptDays}::integer)
        LIMIT ${AT_ONCE} FOR UPDATE SKIP LOCKED
      )`.execute(db);
    forgotten += Number(numAffectedRows);
    if (numAffectedRows < AT_ONCE) return forgotten;
  }
}
