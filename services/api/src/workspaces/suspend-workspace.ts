// Suspends a workspace or resumes it. Its tokens and members are refused from the commit on; its links follow by a
// sweep, which the caller runs.

import type { Db } from '@kurz/database';
import { sql } from 'kysely';
import { SYSTEM, type AuditActor } from '../audit/audit-event';
import { writeAuditEvents } from '../audit/write-audit-events';
import { lockDestinations } from '../destinations/lock-destinations';
import { enqueueZoneChange } from '../outbox/enqueue-changes';

export type SuspensionOutcome = { kind: 'changed' | 'unchanged' } | { kind: 'no_such_workspace' };

/** No link is being written meanwhile; later writers see the state of the workspace. */
export async function suspendWorkspace(
  db: Db,
  workspaceId: string,
  isSuspended: boolean,
  by: AuditActor = SYSTEM,
): Promise<SuspensionOutcome> {
  return db.transaction().execute(async (transaction) => {
    await lockDestinations(transaction, 'alone');
    const workspace = await transaction
      .selectFrom('workspaces')
      .select('suspended_at')
      .where('id', '=', workspaceId)
      .where('deleted_at', 'is', null)
      .forNoKeyUpdate()
      .executeTakeFirst();
    if (!workspace) return { kind: 'no_such_workspace' };
    if ((workspace.suspended_at !== null) === isSuspended) return { kind: 'unchanged' };
    await transaction
      .updateTable('workspaces')
      .set({ suspended_at: isSuspended ? sql<Date>`clock_timestamp()` : null })
      .where('id', '=', workspaceId)
      .execute();
    await transaction
      .insertInto('link_sweeps')
      .values({ workspace_id: workspaceId, claimed_until: sql<Date>`now() + interval '30 seconds'` })
      .execute();
    const zones = await transaction
      .updateTable('zones')
      .set({ is_suspended: isSuspended })
      .where('workspace_id', '=', workspaceId)
      .returning(['id', 'is_proven as isVerified'])
      .execute();
    for (const { id, isVerified } of zones) if (isVerified) await enqueueZoneChange(transaction, id);
    await writeAuditEvents(transaction, by, [
      {
        action: isSuspended ? 'workspace.suspended' : 'workspace.resumed',
        subjectId: workspaceId,
        workspaceId,
      },
    ]);
    return { kind: 'changed' };
  });
}
