// Fills PostgreSQL with one zone, a workspace with a token, and the links.

import { allScopes, createUser, createWorkspace, createWorkspaceToken, createZone } from '@kurz/api';
import { migrateDatabase, openDatabase } from '@kurz/database';
import { inBatches } from '../links.mjs';

export const TOKEN_PEPPER = 'pepper of the benchmark, 32 characters';
const BATCH = 1_000;

async function addLinks({ pool }, { links, zoneId, workspaceId }) {
  await inBatches(links, BATCH, async (batch) => {
    const columnOf = (key) => batch.map(({ entry }) => entry[key]);
    await pool.query(
      `INSERT INTO links (id, workspace_id, zone_id, slug, url, location, version, created_at)
       SELECT id, $1, $2, slug, location, location, version, now()
       FROM unnest($3::text[], $4::text[], $5::text[], $6::bigint[]) AS given (id, slug, location, version)`,
      [
        workspaceId,
        zoneId,
        columnOf('linkId'),
        batch.map(({ slug }) => slug),
        columnOf('location'),
        columnOf('version'),
      ],
    );
  });
  // the first links have the most visits, like the visitors' Zipf distribution
  await pool.query(
    `INSERT INTO link_hits SELECT id, 1 + 1000000 / row_number() OVER (ORDER BY id) FROM links WHERE zone_id = $1`,
    [zoneId],
  );
  await pool.query('VACUUM ANALYZE links, link_hits');
}

/** `links`: how many to insert; 0 when PostgreSQL is not read. */
export async function fillPostgres(options, { links }) {
  const database = openDatabase(options);
  const { db, pool } = database;
  await migrateDatabase(pool);
  // the visitors request 127.0.0.1 with a port that differs per server
  const { zoneId } = await createZone(db, { domain: '127.0.0.1', zoneType: 'global', isDefault: true });
  const ownerEmail = 'bench@example.com';
  await createUser(db, { email: ownerEmail });
  const workspace = { name: 'bench', ownerEmail, plan: 'business', isYearly: false };
  const { workspaceId } = await createWorkspace(db, workspace);
  const wanted = { workspaceId, name: 'bench', scopes: allScopes };
  const { secret: token } = await createWorkspaceToken(db, TOKEN_PEPPER, wanted);
  if (links > 0) await addLinks(database, { links, zoneId, workspaceId });
  await database.close();
  return { zoneId, token };
}
