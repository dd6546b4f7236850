// Writes events of the audit log, in the transaction that makes the changes: both are there, or neither. However many
// events there are, it is one statement.

import { preparedStatement, type Db } from '@kurz/database';
import type { AuditActor, AuditEvent } from './audit-event';

/** A destination may have 32,000 characters; its beginning is enough to know it by. */
export const MAX_VALUE_CHARACTERS = 1_000;

const insertEvents = preparedStatement<never>(
  'write_audit_events',
  `
  INSERT INTO audit_events (actor_kind, user_id, session_id, token_id, command,
                            action, subject_kind, subject_id, subject_name, workspace_id, changes)
  SELECT $1, $2, $3, $4, $5, action, split_part(action, '.', 1), subject_id, subject_name, workspace_id,
         changes::jsonb
  FROM unnest($6::text[], $7::text[], $8::text[], $9::text[], $10::text[])
    AS event (action, subject_id, subject_name, workspace_id, changes)`,
);

const valuesOf = (by: AuditActor) => [
  by.kind,
  'userId' in by ? by.userId : null,
  by.kind === 'user' ? (by.sessionId ?? null) : null,
  by.kind === 'token' ? by.tokenId : null,
  by.kind === 'operator' ? by.command : null,
];

/** Cuts long texts, never inside a surrogate pair: PostgreSQL refuses half of one. */
const shortened = (_: string, value: unknown) =>
  typeof value === 'string' && value.length > MAX_VALUE_CHARACTERS
    ? `${value.slice(0, MAX_VALUE_CHARACTERS).replace(/[\uD800-\uDBFF]$/, '')}…`
    : value;

export async function writeAuditEvents(
  transaction: Db,
  by: AuditActor,
  events: readonly AuditEvent[],
): Promise<void> {
  if (events.length === 0) return;
  await insertEvents(transaction, [
    ...valuesOf(by),
    events.map(({ action }) => action),
    events.map(({ subjectId }) => subjectId),
    events.map(({ subjectName }) => subjectName ?? null),
    events.map(({ workspaceId }) => workspaceId),
    events.map(({ changes = {} }) => JSON.stringify(changes, shortened)),
  ]);
}
