// Deletes a workspace: ends it, and leaves the rest to a sweep. The audit log of the installation records it; the
// workspace's own audit log is deleted.

import type { Db } from '@kurz/database';
import { SYSTEM, type AuditActor } from '../../audit/audit-event';
import { writeAuditEvents } from '../../audit/write-audit-events';
import { isStillAllowed } from '../members/is-still-allowed';
import { endWorkspace } from './end-workspace';

export type DeleteWorkspaceOutcome =
  /** `zoneIds`: domains that served until now. */
  | { kind: 'deleted'; zoneIds: string[] }
  /** An earlier deletion has ended it, and its sweep is not over. */
  | { kind: 'being_deleted' }
  | { kind: 'no_such_workspace' }
  /** The actor has lost the session or the role meanwhile. */
  | { kind: 'not_allowed' }
  /** It is deleted with its person. */
  | { kind: 'is_personal' }
  | { kind: 'in_transfer' };

export async function deleteWorkspace(
  db: Db,
  asked: {
    workspaceId: string;
    /** The person who must be its owner. Without it there is no check. */
    onlyBy?: { userId: string };
    sweepAfter?: '0 seconds' | '30 seconds';
  },
  by: AuditActor = SYSTEM,
): Promise<DeleteWorkspaceOutcome> {
  const { workspaceId, onlyBy, sweepAfter = '0 seconds' } = asked;
  return db.transaction().execute(async (transaction) => {
    const workspace = await transaction
      .selectFrom('workspaces')
      .select(['owner_id', 'is_personal', 'deleted_at', 'transfer_to_user_id'])
      .where('id', '=', workspaceId)
      .forUpdate()
      .executeTakeFirst();
    if (!workspace || (onlyBy && workspace.owner_id !== onlyBy.userId)) return { kind: 'no_such_workspace' };
    if (!(await isStillAllowed(transaction, by, { workspaceId, role: 'owner' })))
      return { kind: 'not_allowed' };
    if (workspace.deleted_at) return { kind: 'being_deleted' };
    if (workspace.is_personal) return { kind: 'is_personal' };
    if (workspace.transfer_to_user_id !== null) return { kind: 'in_transfer' };
    const zoneIds = await endWorkspace(transaction, workspaceId, sweepAfter);
    await writeAuditEvents(transaction, by, [
      { action: 'workspace.deleted', subjectId: workspaceId, workspaceId: null },
    ]);
    return { kind: 'deleted', zoneIds };
  });
}
