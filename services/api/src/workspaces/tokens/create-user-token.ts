// A token that acts as a person: in their personal workspace with the personal scopes, and in each workspace they
// picked with the scopes they picked there. The secret is in the outcome and nowhere else.

import type { Db, Scope } from '@kurz/database';
import { newToken } from '../../access/new-token';
import { UNLIMITED, type TokenLimits } from '../../access/token-limits';
import { changesOfNew, SYSTEM, type AuditActor } from '../../audit/audit-event';
import { writeAuditEvents } from '../../audit/write-audit-events';
import { findUserByEmail } from '../../people/find-user-by-email';
import { lockUser } from '../../people/lock-user';
import { hasSecondFactor } from '../../people/second-factor-rows';
import { isSessionOpen, sessionOf } from '../../sessions/is-session-open';
import { countUsableTokens } from './usable-tokens';
import { limitColumnsOf } from './limit-columns-of';

export type CreateUserTokenOutcome =
  | { kind: 'created'; tokenId: string; secret: string; lastFour: string }
  | { kind: 'no_such_user' }
  /** The session that requests it has ended meanwhile: what ends sessions may end all tokens as well. */
  | { kind: 'session_ended' }
  /** The person has no membership in this workspace. */
  | { kind: 'not_a_member'; workspaceId: string }
  /** The workspace requires a second factor, and the person has none. The operator may grant it nevertheless. */
  | { kind: 'second_factor_required' }
  /** The person already has `most` usable tokens. */
  | { kind: 'too_many' };

/** A session names its person by the id; the operator names people by a verified address. */
type TokenPerson = { userId: string } | { userEmail: string };

export type Grant = { workspaceId: string; scopes: readonly Scope[] };

async function findMemberships(db: Db, userId: string) {
  return db
    .selectFrom('members')
    .innerJoin('workspaces', 'workspaces.id', 'members.workspace_id')
    .select([
      'workspaces.id',
      'workspaces.is_personal as isPersonal',
      'workspaces.owner_id as ownerId',
      'workspaces.requires_second_factor as requiresSecondFactor',
    ])
    .where('members.user_id', '=', userId)
    .execute();
}

/**
 * Scopes beyond the person's role may be granted; the role caps them on every request. Records the token in the audit
 * log of each granted workspace.
 */
export async function createUserToken(
  db: Db,
  pepper: string,
  token: TokenPerson & {
    name: string;
    personalScopes: readonly Scope[];
    grants: readonly Grant[];
    limits?: TokenLimits;
    /** How many usable tokens the person may have; default: any number. */
    most?: number;
  },
  by: AuditActor = SYSTEM,
): Promise<CreateUserTokenOutcome> {
  const { limits = UNLIMITED, most = Number.POSITIVE_INFINITY } = token;
  const { tokenId, secret, secretHash, lastFour } = newToken('user', pepper);
  return db.transaction().execute(async (transaction) => {
    const userId = 'userId' in token ? token.userId : await findUserByEmail(transaction, token.userEmail);
    if (userId === undefined || !(await lockUser(transaction, userId))) return { kind: 'no_such_user' };
    const session = sessionOf(by);
    if (session && !(await isSessionOpen(transaction, session))) return { kind: 'session_ended' };
    if ((await countUsableTokens(transaction, { userId })) >= most) return { kind: 'too_many' };
    const memberships = await findMemberships(transaction, userId);
    const foreign = token.grants.find(({ workspaceId }) => !memberships.some(({ id }) => id === workspaceId));
    if (foreign) return { kind: 'not_a_member', workspaceId: foreign.workspaceId };
    const personal = memberships.find(({ isPersonal, ownerId }) => isPersonal && ownerId === userId);
    const granted = new Map(token.grants.map(({ workspaceId, scopes }) => [workspaceId, scopes]));
    if (personal && token.personalScopes.length > 0) granted.set(personal.id, token.personalScopes);
    // otherwise a password alone would open by a token what it does not open in the web app
    const isGuarded = memberships.some(
      ({ id, requiresSecondFactor }) => requiresSecondFactor && granted.has(id),
    );
    if (session && isGuarded && !(await hasSecondFactor(transaction, userId)))
      return { kind: 'second_factor_required' };
    await transaction
      .insertInto('tokens')
      .values({
        id: tokenId,
        kind: 'user',
        user_id: userId,
        name: token.name,
        secret_hash: secretHash,
        last_four: lastFour,
        ...limitColumnsOf(limits),
      })
      .execute();
    const rows = [...granted].map(([workspaceId, scopes]) => ({
      token_id: tokenId,
      workspace_id: workspaceId,
      scopes: [...scopes],
    }));
    if (rows.length > 0) await transaction.insertInto('grants').values(rows).execute();
    const subject = { subjectId: tokenId, subjectName: token.name };
    await writeAuditEvents(
      transaction,
      by,
      rows.map(({ workspace_id: workspaceId, scopes }) => ({
        action: 'token.created',
        workspaceId,
        ...subject,
        changes: changesOfNew({ userId, scopes, ...limits }),
      })),
    );
    return { kind: 'created', tokenId, secret, lastFour };
  });
}
