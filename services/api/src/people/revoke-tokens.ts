// Revokes all tokens of a person, and optionally those of the workspaces that they own. It is recorded in the audit log
// of each workspace that a token acts in.

import type { Db } from '@kurz/database';
import type { AuditActor, AuditEvent } from '../audit/audit-event';
import { writeAuditEvents } from '../audit/write-audit-events';

/** Within a transaction. Tokens that ended before stay as they are. */
export async function revokeTokens(
  transaction: Db,
  { userId, isWithOwned }: { userId: string; isWithOwned: boolean },
  { now, by }: { now: Date; by: AuditActor },
): Promise<void> {
  const revoked = await transaction
    .updateTable('tokens')
    .set({ revoked_at: now })
    .where('revoked_at', 'is', null)
    .where((token) => {
      const own = token('user_id', '=', userId);
      if (!isWithOwned) return own;
      const owned = token.selectFrom('workspaces').select('workspaces.id').where('owner_id', '=', userId);
      return token.or([own, token('workspace_id', 'in', owned)]);
    })
    .returning(['id', 'name', 'workspace_id as workspaceId'])
    .execute();
  if (revoked.length === 0) return;
  const granted = await transaction
    .selectFrom('grants')
    .select(['token_id as id', 'workspace_id as workspaceId'])
    .where(
      'token_id',
      'in',
      revoked.map(({ id }) => id),
    )
    .execute();
  const names = new Map(revoked.map(({ id, name }) => [id, name]));
  const events = [...revoked, ...granted].flatMap(({ id, workspaceId }): AuditEvent[] =>
    workspaceId === null
      ? []
      : [{ action: 'token.revoked', subjectId: id, subjectName: names.get(id), workspaceId }],
  );
  await writeAuditEvents(transaction, by, events);
}
