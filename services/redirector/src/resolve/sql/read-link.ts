// One link by its zone and slug, as the directory holds it; a tombstone of version 0 when there is none.

import type { Db } from '@kurz/database';
import { linkStateOf, type DirectoryEntry, type DirectoryKey } from '@kurz/link-directory';

export async function readLink(db: Db, key: DirectoryKey): Promise<DirectoryEntry> {
  const row = await db
    .selectFrom('links')
    .select(['id', 'workspace_id', 'location', 'is_enabled', 'is_restricted', 'is_unsafe', 'version'])
    .where('zone_id', '=', key.zoneId)
    .where('slug', '=', key.slug)
    .executeTakeFirst();
  if (!row) return { kind: 'gone', version: 0 };
  return {
    kind: 'link',
    linkId: row.id,
    workspaceId: row.workspace_id,
    location: row.location,
    state: linkStateOf({
      isEnabled: row.is_enabled,
      isRestricted: row.is_restricted,
      isUnsafe: row.is_unsafe,
    }),
    version: row.version,
  };
}
