// Ends a token of either kind; the next request with it is refused.

import type { Db } from '@kurz/database';
import { sql } from 'kysely';
import { SYSTEM, type AuditActor } from '../../audit/audit-event';
import { writeAuditEvents } from '../../audit/write-audit-events';

export type RevokeTokenOutcome = { kind: 'revoked' } | { kind: 'no_such_token' };
export type TokenOwner = { workspaceId: string } | { userId: string };

/** Revoking again changes nothing: the first moment stays. With an owner, anybody else's token counts as unknown. */
export async function revokeToken(
  db: Db,
  tokenId: string,
  owner?: TokenOwner,
  by: AuditActor = SYSTEM,
): Promise<RevokeTokenOutcome> {
  return db.transaction().execute(async (transaction) => {
    let query = transaction
      .selectFrom('tokens')
      .select(['name', 'workspace_id as workspaceId', 'revoked_at as revokedAt'])
      .where('id', '=', tokenId);
    if (owner && 'workspaceId' in owner) query = query.where('workspace_id', '=', owner.workspaceId);
    if (owner && 'userId' in owner) query = query.where('user_id', '=', owner.userId);
    const token = await query.forNoKeyUpdate().executeTakeFirst();
    if (!token) return { kind: 'no_such_token' };
    if (token.revokedAt) return { kind: 'revoked' };
    await transaction
      .updateTable('tokens')
      .set({ revoked_at: sql<Date>`now()` })
      .where('id', '=', tokenId)
      .execute();
    const granted = await transaction
      .selectFrom('grants')
      .select('workspace_id as workspaceId')
      .where('token_id', '=', tokenId)
      .execute();
    const workspaceIds = granted.map(({ workspaceId }) => workspaceId);
    if (token.workspaceId !== null) workspaceIds.push(token.workspaceId);
    const subject = { subjectId: tokenId, subjectName: token.name };
    await writeAuditEvents(
      transaction,
      by,
      workspaceIds.map((workspaceId) => ({ action: 'token.revoked', workspaceId, ...subject })),
    );
    return { kind: 'revoked' };
  });
}
