// The card "User API tokens": a person lists, creates and revokes the tokens that act as themselves.

import type { Db } from '@kurz/database';
import type { Clock } from '@kurz/process';
import { auditActorOfPerson } from '../audit/audit-actor-of';
import { refuse } from '../errors/refusal';
import type { ConsoleOutcome, UserRequest, UserRoute } from '../http/console-route';
import { answer } from '../http/route';
import { unauthenticated } from '../sessions/authenticate-session';
import { createUserToken } from '../workspaces/tokens/create-user-token';
import { listUserTokens, type ListedUserToken } from '../workspaces/tokens/list-user-tokens';
import { validateNewUserToken } from '../workspaces/tokens/validate-new-token';
import { revokeToken } from '../workspaces/tokens/revoke-token';
import { MAX_ENDED_TOKENS, MAX_USABLE_TOKENS } from '../workspaces/tokens/usable-tokens';
import { limitsViewOf } from '../access/token-limits';
import { consolePaths } from './console-paths';

const tokenViewOf = ({ tokenId: id, createdAt, revokedAt, expiresAt, ...facts }: ListedUserToken) => ({
  id,
  ...facts,
  createdAt: createdAt.toISOString(),
  revokedAt: revokedAt?.toISOString() ?? null,
  expiresAt: expiresAt?.toISOString() ?? null,
});

export function makeUserTokenRoutes(
  { db, clock }: { db: Db; clock: Clock },
  { tokenPepper }: { tokenPepper: string },
): UserRoute[] {
  async function list({ user }: UserRequest): Promise<ConsoleOutcome> {
    const tokens = await listUserTokens(db, user.id, MAX_ENDED_TOKENS);
    return answer(200, { tokens: tokens.map(tokenViewOf) });
  }

  /** The secret is in this answer and is never stored. */
  async function create(request: UserRequest): Promise<ConsoleOutcome> {
    const { user, body } = request;
    const read = validateNewUserToken(body, new Date(clock.now()));
    if (read.kind === 'refused') return read;
    const { name, personalScopes, grants, limits } = read;
    const token = { userId: user.id, name, personalScopes, grants, limits, most: MAX_USABLE_TOKENS };
    const outcome = await createUserToken(db, tokenPepper, token, auditActorOfPerson(request));
    switch (outcome.kind) {
      case 'created': {
        const { tokenId: id, secret, lastFour } = outcome;
        const shown = { id, name, lastFour, personalScopes, grants, ...limitsViewOf(limits) };
        return answer(201, { token: shown, secret });
      }
      case 'not_a_member':
        return refuse('VALIDATION_FAILED', { field: 'grants', reason: 'not_a_member' });
      case 'second_factor_required':
        return refuse('SECOND_FACTOR_REQUIRED');
      case 'too_many':
        return refuse('PERSON_TOKEN_LIMIT_REACHED', { max: MAX_USABLE_TOKENS });
      case 'session_ended':
        return unauthenticated();
      case 'no_such_user':
        return refuse('ROUTE_NOT_FOUND');
    }
  }

  async function revoke(request: UserRequest): Promise<ConsoleOutcome> {
    const { user, params } = request;
    const id = params['token'] ?? '';
    const outcome = await revokeToken(db, id, { userId: user.id }, auditActorOfPerson(request));
    return outcome.kind === 'revoked' ? answer(200, { id }) : refuse('TOKEN_NOT_FOUND');
  }

  const { userTokens: all, userToken: one } = consolePaths;
  return [
    { method: 'GET', path: all, access: 'user', isWrite: false, handle: list },
    { method: 'POST', path: all, access: 'user', isWrite: true, handle: create },
    { method: 'DELETE', path: one, access: 'user', isWrite: true, handle: revoke },
  ];
}
