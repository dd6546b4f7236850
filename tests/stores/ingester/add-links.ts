// Links of the workspace ws_1, whose visits the tests of the ingester count.

import type { Db } from '@kurz/database';
import { sql } from 'kysely';

/** Each id is the link's slug too. The first call also adds the workspace. */
export async function addLinks(db: Db, linkIds: Iterable<string>): Promise<void> {
  await sql`
    INSERT INTO users (id, email) VALUES ('usr_1', 'a@example.com') ON CONFLICT DO NOTHING`.execute(db);
  await sql`
    INSERT INTO workspaces (id, name, owner_id, plan) VALUES ('ws_1', 'One', 'usr_1', 'team')
    ON CONFLICT DO NOTHING`.execute(db);
  await sql`
    INSERT INTO zones (id, domain, name, zone_type) VALUES ('zon_1', 'k.example', 'K', 'global')
    ON CONFLICT DO NOTHING`.execute(db);
  await sql`
    INSERT INTO links (id, workspace_id, zone_id, slug, url, location)
    SELECT id, 'ws_1', 'zon_1', id, 'https://example.com/', 'https://example.com/'
    FROM unnest(${[...linkIds]}::text[]) AS id`.execute(db);
}
