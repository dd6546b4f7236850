// Removes everybody else from the workspaces of an account with an unverified address: an attacker may have made the
// account, with accomplices. Members, invitations and transfers go; tokens are to be revoked separately.

import type { Db } from '@kurz/database';
import type { AuditActor, AuditEvent } from '../audit/audit-event';
import { writeAuditEvents } from '../audit/write-audit-events';

type Owned = { id: string; transferToUserId: string | null };

/** Makes changes of the workspaces' members, invitations and transfers wait until the transaction ends. */
export async function lockOwnedWorkspaces(transaction: Db, userId: string): Promise<Owned[]> {
  return transaction
    .selectFrom('workspaces')
    .select(['id', 'transfer_to_user_id as transferToUserId'])
    .where('owner_id', '=', userId)
    .orderBy('id')
    .forNoKeyUpdate()
    .execute();
}

/** To be called within the transaction that locked the workspaces. */
export async function clearWorkspaces(
  transaction: Db,
  owned: readonly Owned[],
  { userId, by }: { userId: string; by: AuditActor },
): Promise<void> {
  if (owned.length === 0) return;
  const ids = owned.map(({ id }) => id);
  await transaction
    .updateTable('workspaces')
    .set({ transfer_to_user_id: null, transfer_started_at: null })
    .where('id', 'in', ids)
    .where('transfer_to_user_id', 'is not', null)
    .execute();
  const withdrawn = await transaction
    .deleteFrom('invitations')
    .where('workspace_id', 'in', ids)
    .returning(['id', 'workspace_id as workspaceId'])
    .execute();
  const removed = await transaction
    .deleteFrom('members')
    .where('workspace_id', 'in', ids)
    .where('user_id', '<>', userId)
    .returning(['user_id as memberId', 'workspace_id as workspaceId', 'role'])
    .execute();
  await writeAuditEvents(transaction, by, [
    ...owned.flatMap(({ id, transferToUserId: old }): AuditEvent[] =>
      old === null
        ? []
        : [
            {
              action: 'workspace.transfer_cancelled',
              subjectId: id,
              workspaceId: id,
              changes: { toUserId: { old } },
            },
          ],
    ),
    ...withdrawn.map(({ id, workspaceId }): AuditEvent => ({
      action: 'invitation.withdrawn',
      subjectId: id,
      workspaceId,
    })),
    ...removed.map(({ memberId, workspaceId, role }): AuditEvent => {
      return { action: 'member.removed', subjectId: memberId, workspaceId, changes: { role: { old: role } } };
    }),
  ]);
}
