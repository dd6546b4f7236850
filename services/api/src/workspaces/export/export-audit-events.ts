// Events of the audit log for an export, oldest first: those of a workspace, or those that a person made or is subject
// of.

import type { Db } from '@kurz/database';
import { sql, type RawBuilder } from 'kysely';
import { recordsOf, type ExportPage } from './export-record';

const AT_ONCE = 500;

export const ofWorkspace = (id: string) => sql<boolean>`workspace_id = ${id}`;

/** Two conditions, because each has an index of its own. */
export const ofPerson = (id: string) => [
  sql<boolean>`user_id = ${id}`,
  sql<boolean>`subject_id = ${id} AND subject_kind IN ('user', 'member') AND user_id IS DISTINCT FROM ${id}`,
];

export async function* exportAuditEvents(db: Db, condition: RawBuilder<boolean>): AsyncGenerator<ExportPage> {
  for (let last = 0; ;) {
    const { rows } = await sql<{ id: number }>`
      SELECT id, occurred_at AS at, actor_kind AS "actorKind", user_id AS "userId", session_id AS "sessionId",
             token_id AS "tokenId", command, action, subject_kind AS "subjectKind", subject_id AS "subjectId",
             subject_name AS "subjectName", workspace_id AS "workspaceId", changes
      FROM audit_events WHERE ${condition} AND id > ${last} ORDER BY id LIMIT ${AT_ONCE}`.execute(db);
    yield recordsOf('auditEvent', rows);
    if (rows.length < AT_ONCE) return;
    last = rows.at(-1)?.id ?? last;
  }
}
