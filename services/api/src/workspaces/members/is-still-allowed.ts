// Whether the person who asks for a change of a workspace still has the session and the role for it. A request is
// authorized before its transaction begins: without another look, a removed admin could come back by one under way.

import type { Db, Role } from '@kurz/database';
import type { AuditActor } from '../../audit/audit-event';
import { isSessionOpen, sessionOf } from '../../sessions/is-session-open';
import { findRole } from './find-members';
import { isAtLeast } from './is-at-least';

/** Within a transaction that holds the workspace's row, as changes of roles do. The operator and the product always are. */
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
