// The tokens of a workspace or a person that can be used: neither revoked nor past their end. Their number is limited,
// which bounds lists. Of the other tokens lists show the newest.

import type { Db } from '@kurz/database';
import { sql, type RawBuilder } from 'kysely';
import type { TokenOwner } from './revoke-token';

/** The most usable tokens that the web app lets a workspace or a person have. */
export const MAX_USABLE_TOKENS = 200;
/** The most tokens that the web app shows of those that cannot be used any more. */
export const MAX_ENDED_TOKENS = 100;

const isUsable = sql<boolean>`revoked_at IS NULL AND (expires_at IS NULL OR expires_at > now())`;

const isOwn = (owner: TokenOwner) =>
  'userId' in owner
    ? sql<boolean>`user_id = ${owner.userId}`
    : sql<boolean>`workspace_id = ${owner.workspaceId}`;

export async function countUsableTokens(db: Db, owner: TokenOwner): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    SELECT count(*)::int AS count FROM tokens WHERE ${isOwn(owner)} AND ${isUsable}`.execute(db);
  return rows[0]?.count ?? 0;
}

/** The ids of all usable tokens of an owner, and of the newest `maxEnded` ended ones (default: all). */
export const tokenIdsOf = (owner: TokenOwner, maxEnded: number | null = null): RawBuilder<string> => sql`
  (SELECT id FROM tokens WHERE ${isOwn(owner)} AND ${isUsable}
   UNION ALL
   (SELECT id FROM tokens WHERE ${isOwn(owner)} AND NOT (${isUsable})
    ORDER BY created_at DESC, id LIMIT ${maxEnded}))`;
