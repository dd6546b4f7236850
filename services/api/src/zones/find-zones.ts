// Reads the domains that a workspace may see: the shared ones that are enabled, and its own, enabled or not.

import type { Db, ZonesTable } from '@kurz/database';
import type { Selectable } from 'kysely';

export type ZoneRow = Pick<
  Selectable<ZonesTable>,
  | 'id'
  | 'domain'
  | 'name'
  | 'zone_type'
  | 'is_enabled'
  | 'tls_state'
  | 'ownership_state'
  | 'root_redirect_url'
>;

/** The oldest first; zones of the same moment are ordered by id. */
export async function findZones(db: Db, workspaceId: string): Promise<ZoneRow[]> {
  return db
    .selectFrom('zones')
    .select([
      'id',
      'domain',
      'name',
      'zone_type',
      'is_enabled',
      'tls_state',
      'ownership_state',
      'root_redirect_url',
    ])
    .where((zone) =>
      zone.or([
        zone('workspace_id', '=', workspaceId),
        zone.and([zone('zone_type', '=', 'global'), zone('is_enabled', '=', true)]),
      ]),
    )
    .orderBy('created_at')
    .orderBy('id')
    .execute();
}
