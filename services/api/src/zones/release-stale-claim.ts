// Takes a domain from a workspace that added it and did not prove for a week that it is theirs, so that nobody can keep
// the owner of a domain from adding it. Whoever adds the domain asks first.

import type { Db } from '@kurz/database';
import { sql } from 'kysely';

/** Never the workspace's own claim, nor a domain that was verified once or has anything on it. */
export async function releaseStaleClaim(db: Db, domain: string, workspaceId: string): Promise<void> {
  await sql`
    DELETE FROM zones
    WHERE domain = ${domain} AND workspace_id <> ${workspaceId} AND ownership_state <> 'verified'
      AND created_at < now() - interval '7 days'
      AND NOT EXISTS (SELECT FROM links WHERE zone_id = zones.id)
      AND NOT EXISTS (SELECT FROM visit_imports WHERE zone_id = zones.id)`.execute(db);
}
