// A workspace's own tokens, newest first. Of a secret only the last four characters are known.

import type { Db, Scope } from '@kurz/database';
import { tokenIdsOf } from './usable-tokens';

export type ListedToken = {
  tokenId: string;
  name: string;
  lastFour: string;
  scopes: Scope[];
  createdAt: Date;
  revokedAt: Date | null;
  expiresAt: Date | null;
  /** The UTC day, `YYYY-MM-DD`. */
  lastUsedOn: string | null;
  /** Empty: usable from anywhere. */
  networks: string[];
};

/** `maxEnded`: how many of the tokens that cannot be used any more; default: all. */
export async function listTokens(db: Db, workspaceId: string, maxEnded?: number): Promise<ListedToken[]> {
  return db
    .selectFrom('tokens')
    .select([
      'id as tokenId',
      'name',
      'last_four as lastFour',
      'scopes',
      'created_at as createdAt',
      'revoked_at as revokedAt',
      'expires_at as expiresAt',
      'last_used_on as lastUsedOn',
      'networks',
    ])
    .where('id', 'in', tokenIdsOf({ workspaceId }, maxEnded))
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .execute();
}
