// Finds zones by their domains among those that a workspace may see: the shared ones and its own.

import type { Db } from '@kurz/database';

export type NamedZone = { id: string; domain: string; is_enabled: boolean; ownership_state: string | null };

/** By domain; those that are not found are left out. A shared zone comes before the workspace's claim of its domain. */
export async function findNamedZones(
  db: Db,
  workspaceId: string,
  domains: readonly string[],
): Promise<ReadonlyMap<string, NamedZone>> {
  if (domains.length === 0) return new Map();
  const zones = await db
    .selectFrom('zones')
    .select(['id', 'domain', 'is_enabled', 'ownership_state'])
    .where('domain', 'in', domains)
    .where((column) =>
      column.or([column('zone_type', '=', 'global'), column('workspace_id', '=', workspaceId)]),
    )
    .orderBy('is_proven')
    .execute();
  return new Map(zones.map((zone) => [zone.domain, zone]));
}
