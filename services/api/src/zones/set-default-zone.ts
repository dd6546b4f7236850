// Chooses the domain that a workspace's new links get when they name none.

import type { Db } from '@kurz/database';

export type SetDefaultZoneOutcome = { kind: 'changed' } | { kind: 'unusable' } | { kind: 'no_such_zone' };

/** One of the workspace's own or a shared one; null: the shared default. */
export async function setDefaultZone(
  db: Db,
  workspaceId: string,
  zoneId: string | null,
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
    await transaction
      .updateTable('workspaces')
      .set({ default_zone_id: zoneId })
      .where('id', '=', workspaceId)
      .execute();
    return { kind: 'changed' };
  });
}
