// The one statement that deletes links. Each link leaves an erasure of its counts, a row of the outbox, and the flags
// that stay with its key. The eraser removes the count in link_hits, because visits in flight would bring it back.

import type { Db } from '@kurz/database';
import { sql } from 'kysely';
import { keepFlags } from './flagged-keys';

/**
 * The caller holds the keys' locks. A link that has another slug by now is left unchanged. Resolves with the number of
 * deleted links.
 */
export async function deleteLinkRows(
  transaction: Db,
  links: readonly { id: string; slug: string }[],
): Promise<number> {
  const { rows } = await sql<{ deleted: number }>`
    WITH deleted AS (
      DELETE FROM links
      USING unnest(${links.map(({ id }) => id)}::text[], ${links.map(({ slug }) => slug)}::text[]) AS found (id, slug)
      WHERE links.id = found.id AND links.slug = found.slug
      RETURNING links.id, links.workspace_id, links.zone_id, links.slug,
                links.is_restricted, links.restricted_by, links.is_unsafe, links.unsafe_by
    ), erasure AS (
      INSERT INTO erasures (link_id, workspace_id, deleted_at)
      SELECT id, workspace_id, clock_timestamp() FROM deleted
    ), kept AS (
      ${keepFlags(sql`deleted`)}
    ), change AS (
      INSERT INTO link_changes (zone_id, slug) SELECT zone_id, slug FROM deleted
    )
    SELECT count(*)::int AS deleted FROM deleted`.execute(transaction);
  return rows[0]?.deleted ?? 0;
}
