// The card "User API tokens": a person lists, creates and revokes the tokens that act as themselves.

import type { Db } from '@kurz/database';
import { createUserToken } from '../../accounts/create-user-token';
import { listUserTokens, type ListedUserToken } from '../../accounts/list-user-tokens';
import { revokeToken } from '../../accounts/revoke-token';
import { refuse } from '../../errors/refusal';
import { answer } from '../../server/route';
import { consolePaths } from '../console-paths';
import type { ConsoleOutcome, UserRequest, UserRoute } from '../console-route';
import { readNewUserToken } from './read-new-user-token';

const shownToken = ({ tokenId: id, createdAt, revokedAt, ...facts }: ListedUserToken) => ({
  id,
  ...facts,
  createdAt: createdAt.toISOString(),
  revokedAt: revokedAt?.toISOString() ?? null,
});

export function makeUserTokenRoutes(
  { db }: { db: Db },
  { tokenPepper }: { tokenPepper: string },
): UserRoute[] {
  async function list({ user }: UserRequest): Promise<ConsoleOutcome> {
    const tokens = await listUserTokens(db, user.id);
    return answer(200, { tokens: tokens.map(shownToken) });
  }

  /** The secret stands in this answer and nowhere else, ever. */
  async function create({ user, body }: UserRequest): Promise<ConsoleOutcome> {
    const read = readNewUserToken(body);
    if (read.kind === 'refused') return read;
    const { name, personalScopes, grants } = read;
    const token = { userEmail: user.email, name, personalScopes, grants };
    const outcome = await createUserToken(db, tokenPepper, token);
    switch (outcome.kind) {
      case 'created': {
        const { tokenId: id, secret, lastFour } = outcome;
        return answer(201, { token: { id, name, lastFour, personalScopes, grants }, secret });
      }
      case 'not_a_member':
        return refuse('VALIDATION_FAILED', { field: 'grants', reason: 'not_a_member' });
      case 'no_such_user':
        return refuse('ROUTE_NOT_FOUND');
    }
  }

  async function revoke({ user, params }: UserRequest): Promise<ConsoleOutcome> {
    const id = params['token'] ?? '';
    const outcome = await revokeToken(db, id, { userId: user.id });
    return outcome.kind === 'revoked' ? answer(200, { id }) : refuse('TOKEN_NOT_FOUND');
  }

  const { userTokens: all, userToken: one } = consolePaths;
  return [
    { method: 'GET', path: all, access: 'user', isWrite: false, handle: list },
    { method: 'POST', path: all, access: 'user', isWrite: true, handle: create },
    { method: 'DELETE', path: one, access: 'user', isWrite: true, handle: revoke },
  ];
}
