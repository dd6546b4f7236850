// Exports everything about a person, page by page: their account, what it may do, and what is known of their actions.
// Never a secret or a hash.

import type { Db } from '@kurz/database';
import { sql } from 'kysely';
import { SYSTEM, type AuditActor } from '../../audit/audit-event';
import { writeAuditEvents } from '../../audit/write-audit-events';
import { listUserTokens } from '../tokens/list-user-tokens';
import { exportAuditEvents, ofPerson } from './export-audit-events';
import { headerOf, recordsOf, type ExportPage } from './export-record';

type Rows = Record<string, unknown>;
type Person = Rows & { email: string; isEmailProven: boolean };

async function readPerson(db: Db, userId: string): Promise<Person | undefined> {
  const { rows } = await sql<Person>`
    SELECT id, email, email_verified_at IS NOT NULL AS "isEmailProven", email_verified_at AS "emailProvenAt",
           password_hash IS NOT NULL AS "hasPassword",
           (SELECT confirmed_at FROM totp_secrets WHERE user_id = users.id) AS "secondFactorSince",
           (SELECT count(*)::int FROM recovery_codes WHERE user_id = users.id) AS "recoveryCodesLeft", suspended_at AS "suspendedAt", created_at AS "createdAt"
    FROM users WHERE id = ${userId}`.execute(db);
  return rows[0];
}

const ownParts = (userId: string) => ({
  session: sql`
    SELECT id, family_id AS "sessionId", created_at AS "createdAt", replaced_at AS "replacedAt",
           revoked_at AS "revokedAt", expires_at AS "expiresAt", browser, system
    FROM sessions WHERE user_id = ${userId} ORDER BY created_at, id`,
  membership: sql`
    SELECT workspace.id AS "workspaceId", workspace.name AS "workspaceName",
           workspace.is_personal AS "isPersonal", member.role, member.created_at AS "joinedAt"
    FROM members AS member JOIN workspaces AS workspace ON workspace.id = member.workspace_id
    WHERE member.user_id = ${userId} ORDER BY member.created_at, workspace.id`,
  mailedLink: sql`
    SELECT id, kind AS "linkKind", email, expires_at AS "expiresAt"
    FROM email_links WHERE user_id = ${userId} ORDER BY id`,
  passkey: sql`
    SELECT id, name, created_at AS "addedAt", last_used_at AS "lastUsedAt", is_synced AS "isSynced"
    FROM passkeys WHERE user_id = ${userId} ORDER BY created_at, id`,
  signInLink: sql`
    SELECT id, expires_at AS "expiresAt" FROM sign_in_links WHERE user_id = ${userId}`,
});

/** Mails and invitations for an address belong to its account once the address is verified. */
const partsOfAddress = (userId: string, verifiedEmail: string | null) => ({
  mail: sql`
    SELECT id, kind AS "mailKind", recipient, language, tries, next_try_at AS "nextTryAt", expires_at AS "expiresAt"
    FROM mails WHERE user_id = ${userId} OR lower(recipient) = lower(${verifiedEmail}::text) ORDER BY id`,
  invitation: sql`
    SELECT id, workspace_id AS "workspaceId", email, role, is_mailed AS "isMailed", created_at AS "createdAt",
           expires_at AS "expiresAt"
    FROM invitations WHERE lower(email) = lower(${verifiedEmail}::text) ORDER BY id`,
});

async function* pagesOf(
  db: Db,
  person: Person,
  { userId, now }: { userId: string; now: Date },
): AsyncGenerator<ExportPage> {
  yield [headerOf('user', userId, now)];
  yield recordsOf('user', [person]);
  const verifiedEmail = person.isEmailProven ? person.email : null;
  for (const [kind, query] of Object.entries({
    ...ownParts(userId),
    ...partsOfAddress(userId, verifiedEmail),
  })) {
    const { rows } = await sql<Rows>`${query}`.execute(db);
    yield recordsOf(kind, rows);
  }
  const tokens = await listUserTokens(db, userId);
  yield recordsOf(
    'token',
    tokens.map(({ tokenId: id, ...token }) => ({ id, ...token })),
  );
  for (const condition of ofPerson(userId)) yield* exportAuditEvents(db, condition);
}

export type PersonExport = { kind: 'export'; pages: AsyncGenerator<ExportPage> } | { kind: 'no_such_user' };

/** Records the export in the audit log. */
export async function exportPerson(
  db: Db,
  asked: { userId: string; now: Date },
  by: AuditActor = SYSTEM,
): Promise<PersonExport> {
  const { userId } = asked;
  const person = await readPerson(db, userId);
  if (!person) return { kind: 'no_such_user' };
  await writeAuditEvents(db, by, [{ action: 'user.exported', subjectId: userId, workspaceId: null }]);
  return { kind: 'export', pages: pagesOf(db, person, asked) };
}
