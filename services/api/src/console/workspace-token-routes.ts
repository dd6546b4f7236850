// The card "Workspace API tokens": an owner or admin lists, creates and revokes the tokens that act as the workspace.

import type { Db } from '@kurz/database';
import type { Clock } from '@kurz/process';
import { auditActorOfPerson } from '../audit/audit-actor-of';
import { refuse } from '../errors/refusal';
import type { ConsoleOutcome, ConsoleRequest, WorkspaceRoute } from '../http/console-route';
import { answer } from '../http/route';
import { createWorkspaceToken } from '../workspaces/tokens/create-workspace-token';
import { listTokens, type ListedToken } from '../workspaces/tokens/list-tokens';
import { validateNewWorkspaceToken } from '../workspaces/tokens/validate-new-token';
import { revokeToken } from '../workspaces/tokens/revoke-token';
import { MAX_ENDED_TOKENS, MAX_USABLE_TOKENS } from '../workspaces/tokens/usable-tokens';
import { limitsViewOf } from '../access/token-limits';
import { consolePaths } from './console-paths';

const tokenViewOf = ({ tokenId: id, createdAt, revokedAt, expiresAt, ...facts }: ListedToken) => ({
  id,
  ...facts,
  createdAt: createdAt.toISOString(),
  revokedAt: revokedAt?.toISOString() ?? null,
  expiresAt: expiresAt?.toISOString() ?? null,
});

export function makeWorkspaceTokenRoutes(
  { db, clock }: { db: Db; clock: Clock },
  { tokenPepper }: { tokenPepper: string },
): WorkspaceRoute[] {
  const access = { role: 'admin' } as const;

  async function list({ workspace }: ConsoleRequest): Promise<ConsoleOutcome> {
    const tokens = await listTokens(db, workspace.id, MAX_ENDED_TOKENS);
    return answer(200, { tokens: tokens.map(tokenViewOf) });
  }

  /** The secret is in this answer and is never stored. */
  async function create(request: ConsoleRequest): Promise<ConsoleOutcome> {
    const { workspace, body } = request;
    const read = validateNewWorkspaceToken(body, new Date(clock.now()));
    if (read.kind === 'refused') return read;
    const { name, scopes, limits } = read;
    const outcome = await createWorkspaceToken(
      db,
      tokenPepper,
      { workspaceId: workspace.id, name, scopes, limits, most: MAX_USABLE_TOKENS },
      auditActorOfPerson(request),
    );
    if (outcome.kind === 'no_such_workspace') return refuse('ROUTE_NOT_FOUND');
    if (outcome.kind === 'not_allowed') return refuse('ROLE_REQUIRED', { role: access.role });
    if (outcome.kind === 'too_many')
      return refuse('WORKSPACE_TOKEN_LIMIT_REACHED', { max: MAX_USABLE_TOKENS });
    const { tokenId: id, secret, lastFour } = outcome;
    return answer(201, { token: { id, name, lastFour, scopes, ...limitsViewOf(limits) }, secret });
  }

  async function revoke(request: ConsoleRequest): Promise<ConsoleOutcome> {
    const { workspace, params } = request;
    const id = params['token'] ?? '';
    const outcome = await revokeToken(db, id, { workspaceId: workspace.id }, auditActorOfPerson(request));
    return outcome.kind === 'revoked' ? answer(200, { id }) : refuse('TOKEN_NOT_FOUND');
  }

  const { workspaceTokens: all, workspaceToken: one } = consolePaths;
  return [
    { method: 'GET', path: all, access, isWrite: false, handle: list },
    { method: 'POST', path: all, access, isWrite: true, handle: create },
    { method: 'DELETE', path: one, access, isWrite: true, handle: revoke },
  ];
}
