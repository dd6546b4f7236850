// Deletes a link unless it is restricted, and in the same statement notes that its counts are to be erased and that
// the directory has to hear of it.

import type { Db } from '@kurz/database';
import { sql } from 'kysely';
import type { LinkRow } from './link-rows';

/**
 * False when the link is restricted, gone or renamed. The caller holds the key's lock. The count in link_hits is the
 * eraser's to remove: visits that are still on their way would bring it back.
 */
export async function deleteLinkRow(transaction: Db, link: Pick<LinkRow, 'id' | 'slug'>): Promise<boolean> {
  const { rows } = await sql`
    WITH deleted AS (
      DELETE FROM links WHERE id = ${link.id} AND slug = ${link.slug} AND NOT is_restricted
      RETURNING id, workspace_id, zone_id, slug
    ), erasure AS (
      INSERT INTO erasures (link_id, workspace_id, deleted_at)
      SELECT id, workspace_id, clock_timestamp() FROM deleted
    )
    INSERT INTO link_changes (zone_id, slug) SELECT zone_id, slug FROM deleted
    RETURNING id`.execute(transaction);
  return rows.length > 0;
}
