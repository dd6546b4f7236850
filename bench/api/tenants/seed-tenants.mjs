// Seeds two workspaces with an owner each. The greedy one's 6,000 links have destinations of the maximum length.

import { allScopes, createUser, createWorkspace, createWorkspaceToken, createZone } from '@kurz/api';

export const TOKEN_PEPPER = 'pepper of the benchmark, 32 characters';
const LONG_LINKS = 6_000;
const LINKS = 2_000;

async function addTenant({ db }, name) {
  const ownerEmail = `${name}@example.com`;
  await createUser(db, { email: ownerEmail });
  const { workspaceId } = await createWorkspace(db, { name, ownerEmail, plan: 'business', isYearly: false });
  const { secret } = await createWorkspaceToken(db, TOKEN_PEPPER, { workspaceId, name, scopes: allScopes });
  return { workspaceId, token: secret };
}

export async function seedTenants({ database }) {
  const { zoneId } = await createZone(database.db, {
    domain: 'krz.example',
    zoneType: 'global',
    isDefault: true,
  });
  const greedy = await addTenant(database, 'greedy');
  const quiet = await addTenant(database, 'quiet');
  const insert = (workspaceId, prefix, count, url) =>
    database.pool.query(
      `INSERT INTO links (id, workspace_id, zone_id, slug, url, location, title)
       SELECT 'lnk_' || substr(md5($3 || n), 1, 18), $1, $2, $3 || n, url, url, 'Offer ' || md5('t' || n)
       FROM (SELECT n, ${url} AS url FROM generate_series(0, $4::int - 1) n) numbered`,
      [workspaceId, zoneId, prefix, count],
    );
  await insert(
    greedy.workspaceId,
    'long-',
    LONG_LINKS,
    "'https://shop.example/' || repeat('product-' || n % 50 || '/', 2900)",
  );
  await insert(quiet.workspaceId, 'link-', LINKS, "'https://shop.example/products/' || n");
  await database.pool.query('VACUUM ANALYZE links');
  return { greedy, quiet, links: LINKS };
}
