// The one statement behind every request. From a token's hash and the named workspace it reads token, workspace, plan,
// grant, role and transfer, all as of now. Nothing is cached, so revoking a token or leaving takes effect at once.

import { preparedStatement, type Db, type Role, type Scope } from '@kurz/database';
import { WORKSPACE_COLUMNS, type FoundWorkspace } from './acting-workspace-rows';

/** Tokens of a suspended person count as unknown. */
export type FoundToken = FoundWorkspace & {
  tokenId: string;
  kind: 'workspace' | 'user';
  userId: string | null;
  /** The scopes of a workspace token. */
  tokenScopes: Scope[];
  /** The scopes that a user token was given in the workspace; null when it has no grant there. */
  grantScopes: Scope[] | null;
  /** The role of a user token's person in the workspace; null for a non-member. */
  role: Role | null;
  /** The owner of the workspace. */
  ownerId: string | null;
  /** The workspace is the personal one of the token's user. */
  isOwnPersonal: boolean;
  /** The database has today (UTC) already as the day of its last use. */
  isUseKnown: boolean;
  /** The stored hash was made with the older pepper. */
  hasOldHash: boolean;
};

const findByHash = preparedStatement<FoundToken>(
  'find_token',
  `
  SELECT
    token.id AS "tokenId",
    token.kind,
    token.user_id AS "userId",
    token.scopes AS "tokenScopes",
    given.scopes AS "grantScopes",
    member.role,
    ${WORKSPACE_COLUMNS},
    workspace.owner_id AS "ownerId",
    coalesce(workspace.is_personal AND workspace.owner_id = token.user_id, false) AS "isOwnPersonal",
    token.last_used_on IS NOT DISTINCT FROM (now() AT TIME ZONE 'UTC')::date AS "isUseKnown",
    token.secret_hash <> $1 AS "hasOldHash"
  FROM tokens AS token
  LEFT JOIN workspaces AS workspace ON workspace.id = CASE
    WHEN token.kind = 'workspace' THEN token.workspace_id
    ELSE coalesce(
      $2::text,
      (SELECT id FROM workspaces WHERE owner_id = token.user_id AND is_personal)
    )
  END
  LEFT JOIN grants AS given ON given.token_id = token.id AND given.workspace_id = workspace.id
  LEFT JOIN members AS member ON member.workspace_id = workspace.id AND member.user_id = token.user_id
  WHERE token.secret_hash IN ($1, $3) AND token.revoked_at IS NULL
    AND (token.expires_at IS NULL OR token.expires_at > now())
    AND (token.networks = '{}' OR $4::inet <<= ANY (token.networks))
    AND NOT EXISTS (SELECT FROM users WHERE users.id = token.user_id AND users.suspended_at IS NOT NULL)`,
);

/**
 * A workspace token acts in its own workspace, whatever the request names; a user token in the named one, else in its
 * user's personal one. Undefined when the token is unknown, revoked, expired or not allowed from the client's address.
 */
export async function findToken(
  db: Db,
  asked: {
    secretHash: Buffer;
    /** The secret's hash under the older pepper. */
    oldSecretHash: Buffer | undefined;
    namedWorkspaceId: string | undefined;
    clientAddress: string | undefined;
  },
): Promise<FoundToken | undefined> {
  const { secretHash, oldSecretHash = secretHash, namedWorkspaceId, clientAddress } = asked;
  const [found] = await findByHash(db, [
    secretHash,
    namedWorkspaceId ?? null,
    oldSecretHash,
    clientAddress ?? null,
  ]);
  return found;
}
