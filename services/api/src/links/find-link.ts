// Finds the link that a path's slug names for a workspace.

import type { Db } from '@kurz/database';
import { linkRows, type LinkRow } from './link-rows';

export type LinkAddress = {
  workspaceId: string;
  /** The workspace's own choice; the shared default zone stands in for none. */
  defaultZoneId: string | null;
  slug: string;
  /** As zones store it; undefined: the first match, the default zone's link before the oldest. */
  zoneDomain?: string;
};

export async function findLink(db: Db, address: LinkAddress): Promise<LinkRow | undefined> {
  const { workspaceId, defaultZoneId, slug, zoneDomain } = address;
  let query = linkRows(db).where('links.workspace_id', '=', workspaceId).where('links.slug', '=', slug);
  if (zoneDomain !== undefined) query = query.where('zones.domain', '=', zoneDomain);
  return query
    .orderBy(
      (column) =>
        defaultZoneId === null ? column.ref('zones.is_default') : column('links.zone_id', '=', defaultZoneId),
      'desc',
    )
    .orderBy('links.created_at')
    .orderBy('links.id')
    .limit(1)
    .executeTakeFirst();
}
