// Chooses the domain that a workspace's new links get when they name none.

import type { Db } from '@kurz/database';
import { changesBetween, SYSTEM, type AuditActor } from '../audit/audit-event';
import { writeAuditEvents } from '../audit/write-audit-events';

export type SetDefaultZoneOutcome = { kind: 'changed' } | { kind: 'unusable' } | { kind: 'no_such_zone' };

/** `zoneId`: one of the workspace's own or a shared one; null for the shared default. */
export async function setDefaultZone(
  db: Db,
  workspaceId: string,
  zoneId: string | null,
  by: AuditActor = SYSTEM,
): Promise<SetDefaultZoneOutcome> {
  return db.transaction().execute(async (transaction) => {
    if (zoneId !== null) {
      const zone = await transaction
        .selectFrom('zones')
        .select(['is_enabled', 'ownership_state'])
        .where('id', '=', zoneId)
        .where((column) =>
          column.or([column('workspace_id', '=', workspaceId), column('zone_type', '=', 'global')]),
        )
        .forKeyShare()
        .executeTakeFirst();
      if (!zone) return { kind: 'no_such_zone' };
      const isOwned = zone.ownership_state === null || zone.ownership_state === 'verified';
      if (!zone.is_enabled || !isOwned) return { kind: 'unusable' };
    }
    const before = await transaction
      .selectFrom('workspaces')
      .select('default_zone_id as defaultZoneId')
      .where('id', '=', workspaceId)
      .where('deleted_at', 'is', null)
      .forNoKeyUpdate()
      .executeTakeFirst();
    const changes = before && changesBetween(before, { defaultZoneId: zoneId });
    if (!changes) return { kind: 'changed' };
    await transaction
      .updateTable('workspaces')
      .set({ default_zone_id: zoneId })
      .where('id', '=', workspaceId)
      .execute();
    await writeAuditEvents(transaction, by, [
      { action: 'workspace.default_zone_changed', subjectId: workspaceId, workspaceId, changes },
    ]);
    return { kind: 'changed' };
  });
}
