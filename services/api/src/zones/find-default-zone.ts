// Finds the zone of new links that name none: the workspace's choice when it can be used, otherwise the shared default.

import { preparedStatement, type Db } from '@kurz/database';

export type DefaultZoneRequest = { workspaceId: string; defaultZoneId: string | null };

const findUsable = preparedStatement<{ id: string; domain: string }>(
  'find_default_zone',
  `
  SELECT id, domain FROM zones
  WHERE is_enabled AND (
    is_default
    OR id = $2 AND (zone_type = 'global' OR workspace_id = $1 AND ownership_state = 'verified')
  )
  ORDER BY is_default
  LIMIT 1`,
);

/** Undefined when the installation has no shared default zone that is enabled. */
export async function findDefaultZone(
  db: Db,
  { workspaceId, defaultZoneId }: DefaultZoneRequest,
): Promise<{ id: string; domain: string } | undefined> {
  const [zone] = await findUsable(db, [workspaceId, defaultZoneId]);
  return zone;
}
