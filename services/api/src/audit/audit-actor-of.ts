// Who a request acts as, in the form that the audit log stores: a token or a signed-in person.

import type { Actor } from '../access/actor';
import type { UserRequest } from '../http/console-route';
import type { AuditActor } from './audit-event';

/** Of a request of /v1: its session, where it has one, else its token. */
export function auditActorOf({ tokenId, userId, sessionId }: Actor): AuditActor {
  return sessionId !== undefined && userId !== null
    ? { kind: 'user', userId, sessionId }
    : { kind: 'token', tokenId, userId };
}

/** A request of the web app. */
export function auditActorOfPerson({ user, sessionId }: Pick<UserRequest, 'user' | 'sessionId'>): AuditActor {
  return { kind: 'user', userId: user.id, sessionId };
}
