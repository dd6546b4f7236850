// The outbox of mails. A mail is written in the transaction of the change that it reports, and deleted when it is sent
// or given up. PostgreSQL's clock decides when it is due, because clocks of processes differ. Delivery is at least
// once: when a process ends between sending and deleting, or deletes nothing for three minutes, another sends it again,
// under the same Message-ID.

import type { Db, MailsTable } from '@kurz/database';
import { randomBase62 } from '@kurz/process';
import { sql } from 'kysely';
import type { Language } from '../errors/catalogue';

export type NewMail = { recipient: string; language: Language; expiresAt: Date } & (
  | { kind: 'invitation'; invitationId: string }
  | { kind: 'email-proof'; userId: string }
  /** Whether the recipient has an account is looked up when the mail is sent. */
  | { kind: 'password-reset' }
);

export type PendingMail = {
  id: string;
  kind: MailsTable['kind'];
  recipient: string;
  language: Language;
  userId: string | null;
  invitationId: string | null;
  tries: number;
  expiresAt: Date;
};

const MINUTE_MS = 60_000;

/** Minutes from one try to the next. The last pause repeats. */
const PAUSES = [1, 2, 5, 10, 30, 60];

/** Additional minutes while a try runs or its process has ended. With the first pause they are longer than TRY_MS. */
const HOLD = 2;

/** Longest try, measured from before its claim. After that another process may claim the mail. */
export const TRY_MS = 150_000;

/** Mails that one process sends at once. */
export const AT_ONCE = 5;

/** To be called within the transaction of the change. */
export async function addMail(transaction: Db, mail: NewMail): Promise<void> {
  await transaction
    .insertInto('mails')
    .values({
      id: `mail_${randomBase62(18)}`,
      kind: mail.kind,
      recipient: mail.recipient,
      language: mail.language,
      user_id: mail.kind === 'email-proof' ? mail.userId : null,
      invitation_id: mail.kind === 'invitation' ? mail.invitationId : null,
      next_try_at: sql<Date>`now()`,
      expires_at: mail.expiresAt,
    })
    .execute();
}

/** Claims due mails for this process alone, until it gives them back (`releaseMail`) or their next try is due. */
export async function claimMails(db: Db, most = AT_ONCE): Promise<PendingMail[]> {
  const pauses = sql<number>`(${sql.val(PAUSES)}::int[])[least(tries, ${PAUSES.length - 1}) + 1]`;
  const { rows } = await sql<PendingMail>`
    UPDATE mails SET tries = tries + 1, next_try_at = now() + (${pauses} + ${HOLD}) * interval '1 minute'
    WHERE id IN (
      SELECT id FROM mails WHERE next_try_at <= now()
      ORDER BY next_try_at LIMIT ${most} FOR UPDATE SKIP LOCKED
    )
    RETURNING id, kind, recipient, language, user_id AS "userId", invitation_id AS "invitationId", tries,
      expires_at AS "expiresAt"`.execute(db);
  return rows;
}

/** Gives a mail back after a failed try: the next try is due after the pause. */
export async function releaseMail(db: Db, { id, tries }: PendingMail): Promise<void> {
  await sql`
    UPDATE mails SET next_try_at = next_try_at - ${HOLD} * interval '1 minute'
    WHERE id = ${id} AND tries = ${tries}`.execute(db);
}

/** Whether the mail is still to be sent. False when it was taken back after its claim. */
export async function isMailWaiting(db: Db, id: string): Promise<boolean> {
  const row = await db.selectFrom('mails').select('id').where('id', '=', id).executeTakeFirst();
  return row !== undefined;
}

export async function dropMails(db: Db, ids: readonly string[]): Promise<void> {
  if (ids.length > 0) await db.deleteFrom('mails').where('id', 'in', ids).execute();
}

export const dropMail = (db: Db, id: string): Promise<void> => dropMails(db, [id]);

/** How long the sender tries to send a mail with a requested link. */
export const REQUESTED_MAIL_TTL_MS = 60 * MINUTE_MS;
