// Inserts the links of the backlog into PostgreSQL, so that their hits are counted. They have earlier visits, as nearly
// all links of a backlog have.

import { linkIdOf, workspaceIdOf } from '../make-visits.mjs';

const BATCH = 20_000;

export async function addLinks(pool, links) {
  await pool.query(`INSERT INTO users (id, email) VALUES ('usr_1', 'a@example.com')`);
  await pool.query(
    `INSERT INTO zones (id, domain, name, zone_type) VALUES ('zon_1', 'k.example', 'K', 'global')`,
  );
  const workspaces = [...new Set(Array.from({ length: Math.min(links, 500) }, (_, n) => workspaceIdOf(n)))];
  await pool.query(
    `INSERT INTO workspaces (id, name, owner_id, plan) SELECT id, id, 'usr_1', 'team' FROM unnest($1::text[]) AS id`,
    [workspaces],
  );
  for (let from = 0; from < links; from += BATCH) {
    const numbers = Array.from({ length: Math.min(BATCH, links - from) }, (_, at) => from + at);
    await pool.query(
      `INSERT INTO links (id, workspace_id, zone_id, slug, url, location, tracking_since)
       SELECT id, workspace, 'zon_1', id, 'https://example.com/', 'https://example.com/', '2020-01-01'
       FROM unnest($1::text[], $2::text[]) AS b (id, workspace)`,
      [numbers.map(linkIdOf), numbers.map(workspaceIdOf)],
    );
  }
  await pool.query('ANALYZE links');
}
