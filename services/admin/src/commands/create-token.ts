// What `kurz token create` does, for a token that acts as a workspace and for one that acts as a person.

import {
  createUserToken,
  createWorkspaceToken,
  validateTokenName,
  type Grant,
  type TokenLimits,
} from '@kurz/api';
import type { Scope } from '@kurz/database';
import { done, failed, type AdminAnswer } from '../answer/admin-answer';
import type { AdminConnection } from '../connection/admin-connection';
import { answerOfRefusal } from '../answer/answer-of-refusal';

const created = ({ tokenId, secret }: { tokenId: string; secret: string }) =>
  done({ id: tokenId, secret }, `Created token ${tokenId}\n${secret}\n(shown only once)`);

const NO_PEPPER = 'KURZ_TOKEN_PEPPER must be set to the value that the API has';

export async function createTokenOfWorkspace(
  { db, by, tokenPepper }: AdminConnection,
  token: { workspaceId: string; name: string; scopes: readonly Scope[]; limits: TokenLimits },
): Promise<AdminAnswer> {
  if (tokenPepper === undefined) return failed(NO_PEPPER);
  const named = validateTokenName(token.name);
  if (named.kind === 'refused') return answerOfRefusal(named);
  const outcome = await createWorkspaceToken(db, tokenPepper, { ...token, name: named.name }, by);
  return outcome.kind === 'created' ? created(outcome) : failed(`there is no workspace ${token.workspaceId}`);
}

export async function createTokenOfUser(
  { db, by, tokenPepper }: AdminConnection,
  token: {
    userEmail: string;
    name: string;
    personalScopes: readonly Scope[];
    grants: readonly Grant[];
    limits: TokenLimits;
  },
): Promise<AdminAnswer> {
  if (tokenPepper === undefined) return failed(NO_PEPPER);
  const named = validateTokenName(token.name);
  if (named.kind === 'refused') return answerOfRefusal(named);
  const outcome = await createUserToken(db, tokenPepper, { ...token, name: named.name }, by);
  switch (outcome.kind) {
    case 'created':
      return created(outcome);
    // the operator has no session that could end or lack a second factor, and may make any number of tokens
    case 'session_ended':
    case 'second_factor_required':
    case 'too_many':
    case 'no_such_user':
      return failed(`there is no user with the email ${token.userEmail}`);
    case 'not_a_member':
      return failed(`${token.userEmail} is not a member of a workspace ${outcome.workspaceId}`);
  }
}
