// Who a request acts as, in the form that the audit log stores: a token or a signed-in person.

import type { Actor } from '../access/actor';
import type { UserRequest } from '../http/console-route';
import type { AuditActor } from './audit-event';

/** The actor of a /v1 request: its session when it has one, else its token. */
export function auditActorOf({ tokenId, userId, sessionId }: Actor): AuditActor {
  return sessionId !== undefined && userId !== null
    ? { kind: 'user', userId, sessionId }
    : { kind: 'token', tokenId, userId };
}

/** The actor of a web app request. */
export function auditActorOfPerson({ user, sessionId }: Pick<UserRequest, 'user' | 'sessionId'>): AuditActor {
  return { kind: 'user', userId: user.id, sessionId };
}
