// A page of the audit log, newest first.

import type { AuditEventsTable, Db } from '@kurz/database';

export type AuditFilter = {
  workspaceId: string;
  page: number;
  limit: number;
  action?: string;
  actor?: string;
  from?: Date;
  to?: Date;
};

export type FoundAuditEvent = {
  occurredAt: Date;
  actorKind: AuditEventsTable['actor_kind'];
  userId: string | null;
  /** The address that the person has today; null when the person is gone, or no person acted. */
  email: string | null;
  sessionId: string | null;
  tokenId: string | null;
  command: string | null;
  action: string;
  subjectKind: string;
  subjectId: string;
  subjectName: string | null;
  /** The address today of a member or an account; null for other subjects, or when the person is gone. */
  subjectEmail: string | null;
  changes: Record<string, { old?: unknown; new?: unknown }>;
};

function matching(db: Db, { workspaceId, action, actor, from, to }: AuditFilter) {
  let query = db.selectFrom('audit_events').where('audit_events.workspace_id', '=', workspaceId);
  if (action !== undefined) query = query.where('action', '=', action);
  if (actor === 'operator') query = query.where('actor_kind', '=', 'operator');
  else if (actor !== undefined) {
    query = query.where((column) =>
      column.or([column('user_id', '=', actor), column('token_id', '=', actor)]),
    );
  }
  if (from) query = query.where('occurred_at', '>=', from);
  if (to) query = query.where('occurred_at', '<', to);
  return query;
}

export async function findAuditEvents(
  db: Db,
  filter: AuditFilter,
): Promise<{ events: FoundAuditEvent[]; total: number }> {
  const { page, limit } = filter;
  const { total } = await matching(db, filter)
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow();
  const events = await matching(db, filter)
    .leftJoin('users', 'users.id', 'audit_events.user_id')
    .leftJoin('users as person', (on) =>
      on
        .onRef('person.id', '=', 'audit_events.subject_id')
        .on('audit_events.subject_kind', 'in', ['member', 'user']),
    )
    .select([
      'occurred_at as occurredAt',
      'actor_kind as actorKind',
      'user_id as userId',
      'users.email',
      'person.email as subjectEmail',
      'session_id as sessionId',
      'token_id as tokenId',
      'command',
      'action',
      'subject_kind as subjectKind',
      'subject_id as subjectId',
      'subject_name as subjectName',
      'changes',
    ])
    .orderBy('audit_events.id', 'desc')
    .limit(limit)
    .offset((page - 1) * limit)
    .execute();
  return { events, total };
}
