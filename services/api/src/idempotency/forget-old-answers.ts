// Removes answers that nobody can ask for any more, because they tell of a caller's links.

import type { Db } from '@kurz/database';
import { sql } from 'kysely';
import { KEPT_HOURS } from './kept-hours';

/** Rows removed at once: short enough for the limit on a statement's time. */
const AT_ONCE = 1_000;

/** Resolves with how many there were. */
export async function forgetOldAnswers(db: Db): Promise<number> {
  for (let forgotten = 0; ;) {
    const { numAffectedRows = 0n } = await sql`
      DELETE FROM idempotent_answers WHERE ctid IN (
        SELECT ctid FROM idempotent_answers
        WHERE created_at <= now() - make_interval(hours => ${KEPT_HOURS})
        LIMIT ${AT_ONCE} FOR UPDATE SKIP LOCKED
      )`.execute(db);
    forgotten += Number(numAffectedRows);
    if (numAffectedRows < AT_ONCE) return forgotten;
  }
}
