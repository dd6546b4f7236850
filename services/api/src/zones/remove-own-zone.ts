// Removes a workspace's own domain that has no links and no imported visits, and enqueues the change in the outbox.

import type { Db } from '@kurz/database';
import { hasErrorCode } from '@kurz/process';
import { SYSTEM, type AuditActor } from '../audit/audit-event';
import { writeAuditEvents } from '../audit/write-audit-events';
import { FOREIGN_KEY_VIOLATION } from '../errors/sql-states';
import { enqueueZoneChange } from '../outbox/enqueue-changes';

export type RemoveOwnZoneOutcome = { kind: 'removed' } | { kind: 'has_links' } | { kind: 'no_such_zone' };

/** The table's own constraints say whether links or imported visits refer to it, concurrent ones included. */
export async function removeOwnZone(
  db: Db,
  workspaceId: string,
  zoneId: string,
  by: AuditActor = SYSTEM,
): Promise<RemoveOwnZoneOutcome> {
  try {
    return await db.transaction().execute(async (transaction) => {
      const removed = await transaction
        .deleteFrom('zones')
        .where('id', '=', zoneId)
        .where('workspace_id', '=', workspaceId)
        .returning(['domain', 'is_proven as isVerified'])
        .executeTakeFirst();
      if (!removed) return { kind: 'no_such_zone' };
      if (removed.isVerified) await enqueueZoneChange(transaction, zoneId);
      await writeAuditEvents(transaction, by, [
        { action: 'zone.removed', subjectId: zoneId, subjectName: removed.domain, workspaceId },
      ]);
      return { kind: 'removed' };
    });
  } catch (error) {
    if (hasErrorCode(error, FOREIGN_KEY_VIOLATION)) return { kind: 'has_links' };
    throw error;
  }
}
