// Completes a transfer: the new owner gets the role, the old owner goes on as an admin. Tokens and links stay with the
// workspace.

import type { Db } from '@kurz/database';
import { SYSTEM, type AuditActor } from '../../audit/audit-event';
import { writeAuditEvents } from '../../audit/write-audit-events';
import { lockWorkspace, type LockedWorkspace } from '../lock-workspace';
import { mayOwnAnother } from '../may-own-another';

export type EndTransferOutcome =
  | { kind: 'ended'; ownerId: string }
  | { kind: 'no_such_workspace' }
  | { kind: 'no_transfer' }
  /** `onlyBy` is not the person who is to become the owner. */
  | { kind: 'for_another' }
  /** `onlyBy` owns as many workspaces as a person may. */
  | { kind: 'too_many' };

async function moveOwnership(
  transaction: Db,
  workspaceId: string,
  { ownerId, newOwnerId }: Pick<LockedWorkspace, 'ownerId'> & { newOwnerId: string },
): Promise<void> {
  await transaction
    .updateTable('members')
    .set({ role: 'admin' })
    .where('workspace_id', '=', workspaceId)
    .where('user_id', '=', ownerId)
    .execute();
  await transaction
    .insertInto('members')
    .values({ workspace_id: workspaceId, user_id: newOwnerId, role: 'owner' })
    .onConflict((conflict) => conflict.columns(['workspace_id', 'user_id']).doUpdateSet({ role: 'owner' }))
    .execute();
  await transaction
    .updateTable('workspaces')
    .set({ owner_id: newOwnerId, transfer_to_user_id: null, transfer_started_at: null })
    .where('id', '=', workspaceId)
    .execute();
}

/** `onlyBy`: must be the person who is to become the owner, with fewer than `most` workspaces. Without it, no check. */
export async function endTransfer(
  db: Db,
  workspaceId: string,
  onlyBy?: { userId: string; most: number },
  by: AuditActor = SYSTEM,
): Promise<EndTransferOutcome> {
  return db.transaction().execute(async (transaction) => {
    // locks the person before the workspace, as the deletion of a person does
    const mayOwn = !onlyBy || (await mayOwnAnother(transaction, onlyBy.userId, onlyBy.most));
    const workspace = await lockWorkspace(transaction, workspaceId);
    if (!workspace) return { kind: 'no_such_workspace' };
    const { ownerId, transferToUserId: newOwnerId } = workspace;
    if (newOwnerId === null) return { kind: 'no_transfer' };
    if (onlyBy && onlyBy.userId !== newOwnerId) return { kind: 'for_another' };
    if (!mayOwn) return { kind: 'too_many' };
    await moveOwnership(transaction, workspaceId, { ownerId, newOwnerId });
    const changes = { ownerId: { old: ownerId, new: newOwnerId } };
    await writeAuditEvents(transaction, by, [
      { action: 'workspace.transfer_ended', subjectId: workspaceId, workspaceId, changes },
    ]);
    return { kind: 'ended', ownerId: newOwnerId };
  });
}
