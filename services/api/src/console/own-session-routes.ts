// The endpoints about a person's own sessions: which are open, and ending one, all others or all.

import type { Db } from '@kurz/database';
import type { Clock } from '@kurz/process';
import { auditActorOfPerson } from '../audit/audit-actor-of';
import { refuse } from '../errors/refusal';
import type { ConsoleOutcome, ConsoleRoute, UserRequest } from '../http/console-route';
import { answer } from '../http/route';
import { listSessions } from '../sessions/list-sessions';
import { revokeSessions, type WhichSessions } from '../sessions/revoke-sessions';
import { clearedCookiesOf } from '../sessions/session-cookies';
import { consolePaths } from './console-paths';

export function makeOwnSessionRoutes({ db, clock }: { db: Db; clock: Clock }): ConsoleRoute[] {
  const now = () => new Date(clock.now());

  async function list({ user, sessionId }: UserRequest): Promise<ConsoleOutcome> {
    const sessions = (await listSessions(db, user.id, now())).map(({ createdAt, ...session }) => ({
      ...session,
      createdAt: createdAt.toISOString(),
      isCurrent: session.id === sessionId,
    }));
    return answer(200, { sessions });
  }

  const end = (request: UserRequest, which: WhichSessions) =>
    revokeSessions(db, request.user.id, which, { now: now(), by: auditActorOfPerson(request) });

  async function endOne(request: UserRequest): Promise<ConsoleOutcome> {
    const sessionId = request.params['session'] ?? '';
    const ended = await end(request, { kind: 'only', sessionId });
    if (ended === 0) return refuse('SESSION_NOT_FOUND');
    const isOwn = sessionId === request.sessionId;
    return { ...answer(204, undefined), ...(isOwn && { cookies: clearedCookiesOf(request.isSecure) }) };
  }

  async function endOthers(request: UserRequest): Promise<ConsoleOutcome> {
    await end(request, { kind: 'all_but', sessionId: request.sessionId });
    return answer(204, undefined);
  }

  async function endAll(request: UserRequest): Promise<ConsoleOutcome> {
    await end(request, { kind: 'all' });
    return { ...answer(204, undefined), cookies: clearedCookiesOf(request.isSecure) };
  }

  const { sessions, session, otherSessions } = consolePaths;
  const own = { access: 'user', isWrite: false } as const;
  return [
    { method: 'GET', path: sessions, ...own, handle: list },
    { method: 'DELETE', path: sessions, ...own, handle: endAll },
    { method: 'DELETE', path: otherSessions, ...own, handle: endOthers },
    { method: 'DELETE', path: session, ...own, handle: endOne },
  ];
}
