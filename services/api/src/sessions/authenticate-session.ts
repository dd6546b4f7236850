// Authenticates a request by its session cookie: the person, the session and the workspace it acts in, or a refusal.

import type { Db } from '@kurz/database';
import type { Clock } from '@kurz/process';
import { actingWorkspaceOf } from '../access/acting-workspace-rows';
import { refuse, type Refusal } from '../errors/refusal';
import type { ConsoleUser, ConsoleWorkspace, PublicRequest } from '../http/console-route';
import type { BoundLookUp } from '../rate-limits/bound-look-ups';
import type { AccessTokens } from './access-token';
import { findSession, type FoundSession } from './find-session';
import { ACCESS_COOKIE } from './session-cookies';

export type AuthenticatedSession = {
  kind: 'authenticated';
  user: ConsoleUser;
  sessionId: string;
  hasPassword: boolean;
  hasSecondFactor: boolean;
  /** Undefined when there is no workspace of that name, or the person is not a member of it. */
  workspace: ConsoleWorkspace | undefined;
};

/**
 * `named`: the workspace that the request names; the person's personal one when undefined. `ended`: the token is ours,
 * its session is over.
 */
export type AuthenticateSession = (
  cookies: PublicRequest['cookies'],
  named: string | string[] | undefined,
  clientAddress: string,
) => Promise<AuthenticatedSession | { kind: 'ended' } | Refusal>;

/** The 401 of the web app's endpoints, which has to say how one signs in (RFC 9110 §11.6.1). */
export function unauthenticated(): Refusal {
  return refuse('SIGNED_OUT', {}, { 'WWW-Authenticate': 'Cookie realm="kurz"' });
}

const WORKSPACE_ID = /^ws_[0-9A-Za-z]{16,64}$/;

/** Anything malformed becomes the empty name, which no workspace has. */
function nameOf(named: string | string[] | undefined): string | undefined {
  if (named === undefined) return undefined;
  return typeof named === 'string' && WORKSPACE_ID.test(named) ? named : '';
}

function workspaceOf(found: FoundSession): ConsoleWorkspace | undefined {
  const workspace = actingWorkspaceOf(found);
  const { name, isPersonal, isSuspended, requiresSecondFactor, role } = found;
  if (!workspace || name === null || isPersonal === null || role === null) return undefined;
  return { ...workspace, name, isPersonal, isSuspended, requiresSecondFactor, role };
}

/** Queries the database once, or not at all when the cookie cannot be a session's. */
export function makeAuthenticateSession(deps: {
  db: Db;
  clock: Clock;
  accessTokens: AccessTokens;
  boundLookUp: BoundLookUp;
}): AuthenticateSession {
  return async (cookies, named, clientAddress) => {
    const claims = deps.accessTokens.read(cookies[ACCESS_COOKIE]);
    if (!claims) return unauthenticated();
    const now = new Date(deps.clock.now());
    const asked = { key: `session:${claims.sessionId}`, address: clientAddress };
    const lookedUp = await deps.boundLookUp(asked, () =>
      findSession(deps.db, { ...claims, workspaceId: nameOf(named), now }),
    );
    if (lookedUp.kind === 'refused') return lookedUp;
    const { found } = lookedUp;
    if (!found) return { kind: 'ended' };
    const user = { id: found.userId, email: found.email, isEmailProven: found.isEmailProven };
    const { hasPassword, hasSecondFactor } = found;
    const { sessionId } = claims;
    return {
      kind: 'authenticated',
      user,
      sessionId,
      hasPassword,
      hasSecondFactor,
      workspace: workspaceOf(found),
    };
  };
}
