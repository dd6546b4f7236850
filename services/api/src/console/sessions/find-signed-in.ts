// From a request's cookies to the person behind it and the workspace it acts in, or the refusal to give instead.

import type { Db } from '@kurz/database';
import type { Clock } from '@kurz/process';
import type { Refusal } from '../../errors/refusal';
import type { ConsoleUser, ConsoleWorkspace, PublicRequest } from '../console-route';
import type { AccessTokens } from './access-token';
import { findSession, type FoundSession } from './find-session';
import { ACCESS_COOKIE } from './session-cookies';
import { signedOut } from './signed-out';

export type SignedIn = {
  kind: 'signed_in';
  user: ConsoleUser;
  sessionId: string;
  /** Undefined: there is none of that name, or the person is no member of it. */
  workspace: ConsoleWorkspace | undefined;
};

/** `named`: the workspace that the request names; the person's personal one when undefined. */
export type FindSignedIn = (
  cookies: PublicRequest['cookies'],
  named: string | string[] | undefined,
) => Promise<SignedIn | Refusal>;

const WORKSPACE_ID = /^ws_[0-9A-Za-z]{16,64}$/;

/** The empty name, which no workspace has, stands for anything malformed. */
function nameOf(named: string | string[] | undefined): string | undefined {
  if (named === undefined) return undefined;
  return typeof named === 'string' && WORKSPACE_ID.test(named) ? named : '';
}

function workspaceOf(found: FoundSession): ConsoleWorkspace | undefined {
  const { workspaceId, name, plan, isYearly, billingAnchor, defaultZoneId, isPersonal, isInTransfer, role } =
    found;
  if (workspaceId === null || name === null || plan === null || isYearly === null) return undefined;
  if (billingAnchor === null || isPersonal === null || role === null) return undefined;
  return {
    id: workspaceId,
    name,
    plan,
    isYearly,
    billingAnchor,
    defaultZoneId,
    isPersonal,
    isInTransfer,
    role,
  };
}

/** Asks the database once, or not at all for what cannot be a session. */
export function makeFindSignedIn(deps: { db: Db; clock: Clock; accessTokens: AccessTokens }): FindSignedIn {
  return async (cookies, named) => {
    const claims = deps.accessTokens.read(cookies[ACCESS_COOKIE]);
    if (!claims) return signedOut();
    const now = new Date(deps.clock.now());
    const found = await findSession(deps.db, { ...claims, workspaceId: nameOf(named), now });
    if (!found) return signedOut();
    const user = { id: found.userId, email: found.email };
    return { kind: 'signed_in', user, sessionId: claims.sessionId, workspace: workspaceOf(found) };
  };
}
