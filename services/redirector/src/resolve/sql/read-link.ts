// One link by its zone and slug, as the directory holds it; a tombstone of version 0 when there is none. Prepared: every
// miss and every guessed slug comes here, and PostgreSQL planned it anew for ten times of what the look-up takes.

import type { Db } from '@kurz/database';
import { linkStateOf, type DirectoryEntry, type DirectoryKey } from '@kurz/link-directory';
import { sql } from 'kysely';

type LinkRow = {
  id: string;
  workspace_id: string;
  location: string;
  is_enabled: boolean;
  is_restricted: boolean;
  is_unsafe: boolean;
  version: number;
};

export async function readLink(db: Db, { zoneId, slug }: DirectoryKey): Promise<DirectoryEntry> {
  // the pool names the statement by its first words
  const { rows } = await sql<LinkRow>`/* prepared read_link */
    SELECT id, workspace_id, location, is_enabled, is_restricted, is_unsafe, version
    FROM links WHERE zone_id = ${zoneId} AND slug = ${slug}`.execute(db);
  const [row] = rows;
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
