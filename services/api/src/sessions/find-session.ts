// The one statement behind every request of a signed-in person: session, person, the acting workspace with its plan,
// role and transfer, all as of now. Nothing of it is kept, so signing out, leaving and new roles take effect at once.

import type { Db, Role } from '@kurz/database';
import { sql } from 'kysely';
import { WORKSPACE_COLUMNS, type FoundWorkspace } from '../access/acting-workspace-rows';
import { HAS_SECOND_FACTOR } from '../people/second-factor-rows';

export type FoundSession = FoundWorkspace & {
  userId: string;
  email: string;
  isEmailProven: boolean;
  hasPassword: boolean;
  hasSecondFactor: boolean;
  /** Null when there is no such workspace. */
  name: string | null;
  isPersonal: boolean | null;
  requiresSecondFactor: boolean;
  /** Null when the person is not a member. */
  role: Role | null;
};

/** Without a named workspace it is the personal one. Undefined when the session has ended. */
export async function findSession(
  db: Db,
  session: { userId: string; sessionId: string; workspaceId: string | undefined; now: Date },
): Promise<FoundSession | undefined> {
  const { userId, sessionId, workspaceId, now } = session;
  const { rows } = await sql<FoundSession>`
    SELECT
      person.id AS "userId",
      person.email,
      person.email_verified_at IS NOT NULL AS "isEmailProven",
      person.password_hash IS NOT NULL AS "hasPassword",
      ${HAS_SECOND_FACTOR} AS "hasSecondFactor",
      ${sql.raw(WORKSPACE_COLUMNS)},
      workspace.name,
      workspace.is_personal AS "isPersonal",
      coalesce(workspace.requires_second_factor, false) AS "requiresSecondFactor",
      member.role
    FROM sessions AS session
    JOIN users AS person ON person.id = session.user_id
    LEFT JOIN workspaces AS workspace ON workspace.id = coalesce(
      ${workspaceId ?? null}::text,
      (SELECT id FROM workspaces WHERE owner_id = person.id AND is_personal)
    )
    LEFT JOIN members AS member ON member.workspace_id = workspace.id AND member.user_id = person.id
    WHERE session.family_id = ${sessionId} AND session.user_id = ${userId} AND person.suspended_at IS NULL
      AND session.replaced_by IS NULL AND session.revoked_at IS NULL
      AND session.expires_at > ${now}::timestamptz`.execute(db);
  return rows[0];
}
