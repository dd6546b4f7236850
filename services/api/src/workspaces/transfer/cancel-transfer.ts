// Calls a transfer off: everything stays as it was, and writes work again.

import type { Db } from '@kurz/database';
import { SYSTEM, type AuditActor } from '../../audit/audit-event';
import { writeAuditEvents } from '../../audit/write-audit-events';
import { lockWorkspace } from '../lock-workspace';

export type CancelTransferOutcome =
  | { kind: 'cancelled' }
  | { kind: 'no_such_workspace' }
  | { kind: 'no_transfer' }
  /** `onlyBy` is neither the owner nor the person who is to become it. */
  | { kind: 'for_another' };

/** `onlyBy`: must be the owner or the person who is to become it. Without it there is no check. */
export async function cancelTransfer(
  db: Db,
  workspaceId: string,
  onlyBy?: { userId: string },
  by: AuditActor = SYSTEM,
): Promise<CancelTransferOutcome> {
  return db.transaction().execute(async (transaction) => {
    const workspace = await lockWorkspace(transaction, workspaceId);
    if (!workspace) return { kind: 'no_such_workspace' };
    const { ownerId, transferToUserId } = workspace;
    if (transferToUserId === null) return { kind: 'no_transfer' };
    if (onlyBy && ![ownerId, transferToUserId].includes(onlyBy.userId)) return { kind: 'for_another' };
    await transaction
      .updateTable('workspaces')
      .set({ transfer_to_user_id: null, transfer_started_at: null })
      .where('id', '=', workspaceId)
      .execute();
    const changes = { toUserId: { old: transferToUserId } };
    await writeAuditEvents(transaction, by, [
      { action: 'workspace.transfer_cancelled', subjectId: workspaceId, workspaceId, changes },
    ]);
    return { kind: 'cancelled' };
  });
}
