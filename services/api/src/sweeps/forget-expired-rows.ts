// Rows with a person behind them go when they have expired: an invitation holds the address of somebody who may have no
// account, a session tells when somebody was here.

import type { Db } from '@kurz/database';
import { sql } from 'kysely';

/** Rows removed at once: short enough for the limit on a statement's time. */
const AT_ONCE = 1_000;

async function forgetExpired(
  db: Db,
  table: 'invitations' | 'sessions' | 'email_links' | 'sign_in_links' | 'mails',
): Promise<number> {
  for (let forgotten = 0; ;) {
    const { numAffectedRows = 0n } = await sql`
      DELETE FROM ${sql.table(table)} WHERE id IN (
        SELECT id FROM ${sql.table(table)} WHERE expires_at <= now() LIMIT ${AT_ONCE} FOR UPDATE SKIP LOCKED
      )`.execute(db);
    forgotten += Number(numAffectedRows);
    if (numAffectedRows < AT_ONCE) return forgotten;
  }
}

/** Resolves with how many there were. */
export const forgetInvitations = (db: Db): Promise<number> => forgetExpired(db, 'invitations');

/** Resolves with how many of their tokens there were. */
export const forgetSessions = (db: Db): Promise<number> => forgetExpired(db, 'sessions');

/** Resolves with how many there were. */
export const forgetEmailLinks = (db: Db): Promise<number> => forgetExpired(db, 'email_links');

/** Resolves with how many there were. */
export const forgetSignInLinks = (db: Db): Promise<number> => forgetExpired(db, 'sign_in_links');

/** Resolves with how many were given up: none, where a mail server takes them. */
export const forgetMails = (db: Db): Promise<number> => forgetExpired(db, 'mails');
