// Whoever a request acts as, as the audit log names them.

import type { AuditActor } from '../audit/audit-event';
import type { Actor } from './actor';

export function auditActorOf({ tokenId, userId, sessionId }: Actor): AuditActor {
  return sessionId !== undefined && userId !== null
    ? { kind: 'user', userId, sessionId }
    : { kind: 'token', tokenId, userId };
}
