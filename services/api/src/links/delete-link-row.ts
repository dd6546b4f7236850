// Deletes a link, and in the same statement notes that its counts are to be erased, that the directory has to hear
// of it, and which marks stay with its key.

import type { Db } from '@kurz/database';
import { sql } from 'kysely';
import { keepMarks } from './marked-keys';

/**
 * The caller holds the key's lock and has read the link under it. The count in link_hits is the eraser's to remove:
 * visits that are still on their way would bring it back.
 */
export async function deleteLinkRow(transaction: Db, id: string): Promise<void> {
  await sql`
    WITH deleted AS (
      DELETE FROM links WHERE id = ${id}
      RETURNING id, workspace_id, zone_id, slug, is_restricted, restricted_by, is_unsafe, unsafe_by
    ), erasure AS (
      INSERT INTO erasures (link_id, workspace_id, deleted_at)
      SELECT id, workspace_id, clock_timestamp() FROM deleted
    ), kept AS (
      ${keepMarks(sql`deleted`)}
    )
    INSERT INTO link_changes (zone_id, slug) SELECT zone_id, slug FROM deleted`.execute(transaction);
}
