// Finds the zone of new links that name none: the workspace's choice where it can be used, else the shared default.

import type { Db } from '@kurz/database';

export type DefaultZoneRequest = { workspaceId: string; defaultZoneId: string | null };

/** Undefined when the installation has no shared default zone that is enabled. */
export async function findDefaultZone(
  db: Db,
  { workspaceId, defaultZoneId }: DefaultZoneRequest,
): Promise<{ id: string; domain: string } | undefined> {
  return db
    .selectFrom('zones')
    .select(['id', 'domain'])
    .where('is_enabled', '=', true)
    .where((zone) =>
      zone.or([
        zone('is_default', '=', true),
        zone.and([
          zone('id', '=', defaultZoneId),
          zone.or([
            zone('zone_type', '=', 'global'),
            zone.and([zone('workspace_id', '=', workspaceId), zone('ownership_state', '=', 'verified')]),
          ]),
        ]),
      ]),
    )
    .orderBy('is_default')
    .limit(1)
    .executeTakeFirst();
}
