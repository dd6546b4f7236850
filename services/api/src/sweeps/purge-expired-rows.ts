// Purges expired rows of personal data: an invitation holds an address, perhaps without an account; a session shows
// when a person was active.

import type { Db } from '@kurz/database';
import { sql, type RawBuilder } from 'kysely';

/** Rows removed at once: few enough for the statement timeout. */
const BATCH = 1_000;

/** Resolves with the number of rows. */
async function purge(db: Db, table: string, isExpired: RawBuilder<unknown>, atOnce = BATCH): Promise<number> {
  for (let purged = 0; ;) {
    const { numAffectedRows = 0n } = await sql`
      DELETE FROM ${sql.table(table)} WHERE id IN (
        SELECT id FROM ${sql.table(table)} WHERE ${isExpired} LIMIT ${atOnce} FOR UPDATE SKIP LOCKED
      )`.execute(db);
    purged += Number(numAffectedRows);
    if (numAffectedRows < atOnce) return purged;
  }
}

const IS_EXPIRED = sql`expires_at <= now()`;

export const purgeInvitations = (db: Db): Promise<number> => purge(db, 'invitations', IS_EXPIRED);

/** Resolves with the number of refresh tokens. */
export const purgeSessions = (db: Db): Promise<number> => purge(db, 'sessions', IS_EXPIRED);

export const purgeEmailLinks = (db: Db): Promise<number> => purge(db, 'email_links', IS_EXPIRED);

export const purgeSignInLinks = (db: Db): Promise<number> => purge(db, 'sign_in_links', IS_EXPIRED);

export const purgePasskeyChallenges = (db: Db): Promise<number> =>
  purge(db, 'passkey_challenges', IS_EXPIRED);

/** Resolves with the number of mails given up: 0 while a mail server takes them. */
export const purgeMails = (db: Db): Promise<number> => purge(db, 'mails', IS_EXPIRED);

/**
 * Resolves with the number of import jobs that nobody has continued. Their files go with them, one at a time: removing
 * 64 MB takes 0.1 to 0.6 s.
 */
export const purgeImportJobs = (db: Db): Promise<number> => purge(db, 'import_jobs', IS_EXPIRED, 1);

/** Events of the audit log that are older than `keptDays`. */
export const purgeAuditEvents = (db: Db, keptDays: number): Promise<number> =>
  purge(db, 'audit_events', sql`occurred_at <= now() - make_interval(days => ${keptDays}::integer)`);
