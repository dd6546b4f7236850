// How many tokens of a workspace or a person can be used: those that are neither revoked nor past their end.

import type { Db } from '@kurz/database';
import { sql } from 'kysely';
import type { TokenOwner } from './revoke-token';

/** What the web app lets a workspace have, and a person. */
export const MAX_USABLE_TOKENS = 200;

export async function countUsableTokens(db: Db, owner: TokenOwner): Promise<number> {
  const tokens = db
    .selectFrom('tokens')
    .select((column) => column.fn.countAll<number>().as('count'))
    .where('revoked_at', 'is', null)
    .where((column) =>
      column.or([column('expires_at', 'is', null), column('expires_at', '>', sql<Date>`now()`)]),
    );
  const owned =
    'userId' in owner
      ? tokens.where('user_id', '=', owner.userId)
      : tokens.where('workspace_id', '=', owner.workspaceId);
  return Number((await owned.executeTakeFirstOrThrow()).count);
}
