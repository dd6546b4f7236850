// Changes a workspace's own domain, and leaves word for the redirectors.

import type { Db } from '@kurz/database';
import { noteZoneChange } from './note-zone-change';

export type ZoneEdit = { name?: string; isEnabled?: boolean; rootRedirectUrl?: string };
export type UpdateOwnZoneOutcome = { kind: 'changed' } | { kind: 'no_such_zone' };

/** What is left out stays. */
export async function updateOwnZone(
  db: Db,
  workspaceId: string,
  zoneId: string,
  { name, isEnabled, rootRedirectUrl }: ZoneEdit,
): Promise<UpdateOwnZoneOutcome> {
  return db.transaction().execute(async (transaction) => {
    const changed = await transaction
      .updateTable('zones')
      .set((column) => ({
        name: name ?? column.ref('name'),
        is_enabled: isEnabled ?? column.ref('is_enabled'),
        root_redirect_url: rootRedirectUrl ?? column.ref('root_redirect_url'),
      }))
      .where('id', '=', zoneId)
      .where('workspace_id', '=', workspaceId)
      .returning('id')
      .executeTakeFirst();
    if (!changed) return { kind: 'no_such_zone' };
    await noteZoneChange(transaction, zoneId);
    return { kind: 'changed' };
  });
}
