// Gives the endpoints of /v1 about links, stats, campaigns and usage to people who are signed in. The handlers are the
// same, in the workspace that the path or X-Workspace-Id names, with the scopes of the person's role there.

import type { Role, Scope } from '@kurz/database';
import { scopesOfRole } from '../access/scopes';
import type { ConsoleRequest, WorkspaceRoute } from '../http/console-route';
import type { ApiRequest, Route } from '../http/route';
import { taggedAnswer } from './tagged-answer';
import { consolePaths } from './console-paths';

/** Domains have an endpoint of their own here, which shows more. */
const OTHERWISE = new Set(['/zones']);

const upwards: readonly Role[] = ['viewer', 'member', 'admin', 'owner'];

const leastRoleFor = (scope: Scope): Role =>
  upwards.find((role) => scopesOfRole(role).includes(scope)) ?? 'owner';

/** Only tokens need a plan with API access. A person may use every plan, within its quota and retention. */
function apiRequestOf({ user, sessionId, workspace, ...request }: ConsoleRequest): ApiRequest {
  const { params, query, body, headers, requestId, reserve } = request;
  const scopes = scopesOfRole(workspace.role);
  const actor = { tokenId: sessionId, sessionId, kind: 'user', userId: user.id, workspace, scopes } as const;
  return { params, query, body, headers, requestId, reserve, actor };
}

/** Endpoints that an open page polls: an unchanged answer is not sent again. */
const POLLED = new Set(['/urls/:slug/stats']);

function consoleRoutesOf({ method, path, scope, isWrite, handle }: Route): WorkspaceRoute[] {
  const route = {
    method,
    access: { role: leastRoleFor(scope) },
    isWrite,
    handle: async (request: ConsoleRequest) => {
      const outcome = await handle(apiRequestOf(request));
      return POLLED.has(path) ? taggedAnswer(outcome, request.headers['if-none-match']) : outcome;
    },
  };
  return [
    { ...route, path: consolePaths.workspace + path },
    { ...route, path },
  ];
}

/** `routes`: those of /v1. */
export function makeConsoleLinkRoutes(routes: readonly Route[]): WorkspaceRoute[] {
  return routes.filter(({ path }) => !OTHERWISE.has(path)).flatMap(consoleRoutesOf);
}
