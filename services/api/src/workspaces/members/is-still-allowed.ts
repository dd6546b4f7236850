// Whether the person who requests a change of a workspace still has the session and the role for it. A request is
// authorized before its transaction begins: without this check, a removed admin could come back by a request in flight.

import type { Db, Role } from '@kurz/database';
import type { AuditActor } from '../../audit/audit-event';
import { isSessionOpen, sessionOf } from '../../sessions/is-session-open';
import { findRole } from './find-members';
import { isAtLeast } from './is-at-least';

/** Within a transaction that holds the workspace's row, as role changes do. Operator and product are always allowed. */
export async function isStillAllowed(
  transaction: Db,
  by: AuditActor,
  { workspaceId, role: needed }: { workspaceId: string; role: Role },
): Promise<boolean> {
  const session = sessionOf(by);
  if (!session) return true;
  const role = await findRole(transaction, workspaceId, session.userId);
  return role !== undefined && isAtLeast(role, needed) && isSessionOpen(transaction, session);
}
