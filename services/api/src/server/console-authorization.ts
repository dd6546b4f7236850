// Authorizes a request to an endpoint of the web app: session, membership, role and transfer, all from one statement.
// Returns the endpoint's handler with the person and the workspace filled in.

import type { IncomingMessage } from 'node:http';
import type { Role } from '@kurz/database';
import { within } from '@kurz/resilience';
import { refuse, type Refusal } from '../errors/refusal';
import type { ConsoleOutcome, ConsoleRoute, PublicRequest } from '../http/console-route';
import { TRANSFER_RETRY_SECONDS } from '../http/route';
import { rateLimited } from '../rate-limits/rate-limited';
import type { RateLimits } from '../rate-limits/rate-limits';
import type { TakeRequest } from '../rate-limits/take-request';
import { unauthenticated, type AuthenticateSession } from '../sessions/authenticate-session';
import { isAtLeast } from '../workspaces/members/is-at-least';

/** The same limit as for /v1. */
const ACCESS_LIMIT_MS = 2_500;
/** More than pages need, less than a runaway script sends. Per person, in all workspaces and sessions. */
const REQUESTS_PER_MINUTE = 600;

export type ConsoleAuthorization =
  | {
      kind: 'authorized';
      /** The signed-in person; undefined for an anonymous request. */
      principal?: string;
      /** The memory of the request counts for this workspace and for the person. */
      workspaceId?: string;
      handle: (request: PublicRequest) => Promise<ConsoleOutcome>;
    }
  | Refusal;

export type AuthorizeConsole = (
  route: ConsoleRoute,
  request: {
    message: IncomingMessage;
    /** The request has been authorized before, and is already counted. */
    isAgain?: boolean;
  } & Pick<PublicRequest, 'cookies' | 'params' | 'clientAddress'>,
) => Promise<ConsoleAuthorization>;

type Deps = { authenticateSession: AuthenticateSession; rateLimits: RateLimits; takeOfPerson: TakeRequest };

const refusalOfRole = (role: Role) =>
  role === 'owner' ? refuse('OWNER_REQUIRED') : refuse('ROLE_REQUIRED', { role });

export function makeAuthorizeConsole({
  authenticateSession,
  rateLimits,
  takeOfPerson,
}: Deps): AuthorizeConsole {
  async function refusalOfPerson(userId: string): Promise<Refusal | undefined> {
    const taken = await takeOfPerson({ key: `console:${userId}`, requests: REQUESTS_PER_MINUTE });
    return taken.isAllowed ? undefined : rateLimited(taken.secondsLeft);
  }

  return async (route, { message, isAgain = false, cookies, params, clientAddress }) => {
    if (route.access === 'public') {
      return (await rateLimits.takeAnonymous(message)) ?? { kind: 'authorized', handle: route.handle };
    }
    const named = params['workspace'] ?? message.headers['x-workspace-id'];
    const found = await within(ACCESS_LIMIT_MS, authenticateSession(cookies, named, clientAddress));
    if (found.kind === 'ended') return (await rateLimits.takeAnonymous(message)) ?? unauthenticated();
    if (found.kind === 'refused') return found;
    const { user, sessionId, hasPassword, hasSecondFactor, workspace } = found;
    const own = { user, sessionId, hasPassword, hasSecondFactor };
    const limited = isAgain ? undefined : await refusalOfPerson(user.id);
    if (limited) return limited;
    if (route.access === 'user') {
      return {
        kind: 'authorized',
        principal: user.id,
        handle: (request) => route.handle({ ...request, ...own }),
      };
    }
    const { role } = route.access;
    if (!workspace) return refuse('WORKSPACE_NOT_FOUND');
    if (workspace.requiresSecondFactor && !hasSecondFactor) return refuse('SECOND_FACTOR_REQUIRED');
    if (!isAtLeast(workspace.role, role)) return refusalOfRole(role);
    if (route.method !== 'GET' && workspace.isSuspended) return refuse('WORKSPACE_SUSPENDED');
    if (route.isWrite && workspace.isInTransfer) {
      return refuse('TRANSFER_IN_PROGRESS', {}, { 'Retry-After': TRANSFER_RETRY_SECONDS });
    }
    return {
      kind: 'authorized',
      principal: user.id,
      workspaceId: workspace.id,
      handle: (request) => route.handle({ ...request, ...own, workspace }),
    };
  };
}
