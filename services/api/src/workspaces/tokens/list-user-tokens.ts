// A person's own tokens with what each was granted, newest first.

import type { Db, Scope } from '@kurz/database';
import { sql } from 'kysely';
import { tokenIdsOf } from './usable-tokens';

export type ListedGrant = {
  workspaceId: string;
  workspaceName: string;
  isPersonal: boolean;
  scopes: Scope[];
  /** False when the person is no member there (any more): the grant rests until they are again. */
  isActive: boolean;
};

export type ListedUserToken = {
  tokenId: string;
  name: string;
  lastFour: string;
  grants: ListedGrant[];
  createdAt: Date;
  revokedAt: Date | null;
  expiresAt: Date | null;
  /** The UTC day, `YYYY-MM-DD`. */
  lastUsedOn: string | null;
  /** Empty: usable from anywhere. */
  networks: string[];
};

/** `maxEnded`: how many of the tokens that cannot be used any more; default: all. */
export async function listUserTokens(db: Db, userId: string, maxEnded?: number): Promise<ListedUserToken[]> {
  const { rows } = await sql<ListedUserToken>`
    SELECT token.id AS "tokenId", token.name, token.last_four AS "lastFour",
           token.created_at AS "createdAt", token.revoked_at AS "revokedAt",
           token.expires_at AS "expiresAt", token.last_used_on AS "lastUsedOn", token.networks,
           coalesce(json_agg(json_build_object(
             'workspaceId', workspace.id, 'workspaceName', workspace.name, 'scopes', given.scopes,
             'isPersonal', workspace.is_personal AND workspace.owner_id = token.user_id,
             'isActive', member.user_id IS NOT NULL
           ) ORDER BY workspace.created_at, workspace.id) FILTER (WHERE workspace.id IS NOT NULL), '[]') AS grants
    FROM tokens AS token
    LEFT JOIN grants AS given ON given.token_id = token.id
    LEFT JOIN workspaces AS workspace ON workspace.id = given.workspace_id
    LEFT JOIN members AS member ON member.workspace_id = workspace.id AND member.user_id = token.user_id
    WHERE token.id IN ${tokenIdsOf({ userId }, maxEnded)}
    GROUP BY token.id
    ORDER BY token.created_at DESC, token.id`.execute(db);
  return rows;
}
