// A signed-in person, as the audit log names them.

import type { AuditActor } from '../audit/audit-event';
import type { UserRequest } from './console-route';

export function auditActorOfPerson({ user, sessionId }: Pick<UserRequest, 'user' | 'sessionId'>): AuditActor {
  return { kind: 'user', userId: user.id, sessionId };
}
