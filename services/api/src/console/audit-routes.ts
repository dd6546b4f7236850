// The audit log of a workspace, for its owner and admins, newest first: who changed what, when.

import type { Db } from '@kurz/database';
import { makeFairSemaphore } from '@kurz/resilience';
import { LONG_READS } from '../admission/long-reads';
import { findAuditEvents, type FoundAuditEvent } from '../audit/find-audit-events';
import { validateAuditQuery } from '../audit/validate-audit-query';
import type { ConsoleOutcome, ConsoleRequest, WorkspaceRoute } from '../http/console-route';
import { answer } from '../http/route';
import { consolePaths } from './console-paths';

/** A person who is gone has no `email`. */
function actorViewOf({ actorKind, userId, email, sessionId, tokenId, command }: FoundAuditEvent) {
  const known = { userId, email, sessionId, tokenId, command };
  const facts = Object.entries(known).filter(([, value]) => value !== null);
  return { kind: actorKind, ...Object.fromEntries(facts) };
}

const eventViewOf = (event: FoundAuditEvent) => ({
  at: event.occurredAt.toISOString(),
  action: event.action,
  actor: actorViewOf(event),
  subject: {
    kind: event.subjectKind,
    id: event.subjectId,
    name: event.subjectName,
    ...(event.subjectEmail !== null && { email: event.subjectEmail }),
  },
  changes: event.changes,
});

export function makeAuditRoutes({ db }: { db: Db }): WorkspaceRoute[] {
  // to count the total, every event that the filters leave is read, and a workspace may have millions
  const runRead = makeFairSemaphore(LONG_READS);

  async function list({ workspace, user, query }: ConsoleRequest): Promise<ConsoleOutcome> {
    const read = validateAuditQuery(query);
    if (read.kind === 'refused') return read;
    const filter = { workspaceId: workspace.id, ...read.request };
    const { events, total } = await runRead([workspace.id, user.id], () => findAuditEvents(db, filter));
    return answer(200, { events: events.map(eventViewOf), total });
  }

  return [
    { method: 'GET', path: consolePaths.auditLog, access: { role: 'admin' }, isWrite: false, handle: list },
  ];
}
