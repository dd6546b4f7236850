// Inserts links of a tenant directly into the database.

import type { Db } from '@kurz/database';
import { sql } from 'kysely';

/** `prefix` is that of ids and slugs. Links of the highest `rank` are listed first, and all before links made later. */
export async function insertLongLinks(
  db: Db,
  links: {
    workspaceId: string;
    count: number;
    prefix: string;
    rank: number;
    url: string;
    location: string;
  },
): Promise<void> {
  const { workspaceId, count, prefix, rank, url, location } = links;
  const zone = await db.selectFrom('zones').select('id').executeTakeFirstOrThrow();
  await sql`
    INSERT INTO links (id, workspace_id, zone_id, slug, url, location, created_at)
    SELECT 'lnk_' || ${prefix} || n, ${workspaceId}, ${zone.id}, ${prefix} || n, ${url}, ${location},
      now() + ${rank} * interval '1 hour'
    FROM generate_series(1, ${count}) n`.execute(db);
}
