// Ends a token of either kind for good; the next request with it is refused.

import type { Db } from '@kurz/database';
import { sql } from 'kysely';

export type RevokeTokenOutcome = { kind: 'revoked' } | { kind: 'no_such_token' };
export type TokenOwner = { workspaceId: string } | { userId: string };

/** Revoking twice is revoked once: the first moment stays. With an owner, anybody else's token is as good as none. */
export async function revokeToken(db: Db, tokenId: string, owner?: TokenOwner): Promise<RevokeTokenOutcome> {
  let query = db
    .updateTable('tokens')
    .set({ revoked_at: sql<Date>`coalesce(revoked_at, now())` })
    .where('id', '=', tokenId);
  if (owner && 'workspaceId' in owner) query = query.where('workspace_id', '=', owner.workspaceId);
  if (owner && 'userId' in owner) query = query.where('user_id', '=', owner.userId);
  const revoked = await query.returning('id').executeTakeFirst();
  return { kind: revoked ? 'revoked' : 'no_such_token' };
}
