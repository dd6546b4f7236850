// Fills the stores: a workspace with a million links of which some were visited, and one with 100,000 links in
// campaigns that were visited on each of 30 days; 10,000,000 aggregate rows together.

import { createHash } from 'node:crypto';
import { allScopes, createUser, createWorkspace, createWorkspaceToken, createZone } from '@kurz/api';
import { copyCountedLinks } from '../../services/api/dist/tags/copy-counted-links.js';

export const TOKEN_PEPPER = 'pepper of the benchmark, 32 characters';
const DAYS = 30;
const CAMPAIGNS = 200;
/** Rows of clicks_daily_by per visited link and day. */
const KEYS = 23;

/** Number of tags of the million links: each link has one. Every tenth link also has the tag `wide`,
 * every eighth `broad`. */
export const TAGS = 500;
/** Number of tags that have SMALL links each. */
export const SMALL_TAGS = 100;
export const SMALL = 20;

/** A word that only link `n` has in its title. */
export const rareWordOf = (n) => createHash('md5').update(`t${n}`).digest('hex').slice(0, 10);

async function addWorkspace({ db }, name) {
  const ownerEmail = 'bench@example.com';
  await createUser(db, { email: ownerEmail });
  const { workspaceId } = await createWorkspace(db, { name, ownerEmail, plan: 'business', isYearly: false });
  const { secret } = await createWorkspaceToken(db, TOKEN_PEPPER, { workspaceId, name, scopes: allScopes });
  return { workspaceId, token: secret };
}

async function seedLinks({ pool }, { zoneId, workspaceId, prefix, count, url, campaign }) {
  await pool.query(
    `INSERT INTO links (id, workspace_id, zone_id, slug, url, location, title, utm_campaign, utm_source, utm_medium,
                        created_at)
     SELECT 'lnk_' || substr(md5($3 || n), 1, 18), $1, $2, $3 || n, url, url,
            (ARRAY['Spring','Summer','Autumn','Winter','Easter','Christmas','Garden','Kitchen','Office','Travel'])[1 + n % 10]
              || ' offer ' || substr(md5('t' || n), 1, 10),
            ${campaign}, CASE WHEN ${campaign} IS NULL THEN NULL ELSE 'source-' || n % 4 END,
            CASE WHEN ${campaign} IS NULL THEN NULL ELSE 'medium-' || n % 3 END,
            now() - interval '40 days' - n * interval '1 second'
     FROM (SELECT n, ${url} AS url FROM generate_series(0, $4::int - 1) n) numbered`,
    [workspaceId, zoneId, prefix, count],
  );
}

async function seedTags({ pool, db }, { links: { workspaceId } }) {
  const tag = `'tag_' || substr(md5(name), 1, 18)`;
  await pool.query(
    `INSERT INTO tags (id, workspace_id, name, name_key)
     SELECT ${tag}, $1, name, name FROM (
       SELECT 'wide' AS name UNION ALL SELECT 'broad'
       UNION ALL SELECT 't' || n FROM generate_series(0, $2::int - 1) n
       UNION ALL SELECT 's' || n FROM generate_series(0, $3::int - 1) n) AS named`,
    [workspaceId, TAGS, SMALL_TAGS],
  );
  await pool.query(
    `INSERT INTO link_hits (link_id, hits)
     SELECT id, split_part(slug, '-', 2)::int % 1000 FROM links WHERE workspace_id = $1`,
    [workspaceId],
  );
  // inserted with the copied columns, because copying them for a million links takes minutes
  await pool.query(
    `INSERT INTO link_tags (link_id, tag_id, created_at, is_archived, title, pre_tracking, hits)
     SELECT id, ${tag}, created_at, is_archived, title, pre_tracking, pre_tracking + n % 1000
     FROM (SELECT *, split_part(slug, '-', 2)::int AS n FROM links WHERE workspace_id = $1) AS numbered,
          LATERAL (
            SELECT 't' || n % $2::int AS name
            UNION ALL SELECT 'wide' WHERE n % 10 = 0
            UNION ALL SELECT 'broad' WHERE n % 8 = 0
            UNION ALL SELECT 's' || n % $3::int WHERE n < $3::int * ${SMALL}) AS named`,
    [workspaceId, TAGS, SMALL_TAGS],
  );
  await copyCountedLinks(db);
  await pool.query('VACUUM ANALYZE tags, link_tags, link_hits, tag_counts, counted_links');
}

/** Builds the search index once instead of updating it per link: 30 s for a million links instead of minutes. */
async function seedPostgres(database, { zoneId, links, tagged, linkCount, taggedCount }) {
  const { pool } = database;
  const { rows } = await pool.query("SELECT indexdef FROM pg_indexes WHERE indexname = 'links_search'");
  await pool.query('DROP INDEX links_search');
  await seedLinks(database, {
    zoneId,
    workspaceId: links.workspaceId,
    prefix: 'link-',
    count: linkCount,
    url: "'https://shop.example/products/' || n || '?ref=newsletter'",
    campaign: 'NULL::text',
  });
  await seedLinks(database, {
    zoneId,
    workspaceId: tagged.workspaceId,
    prefix: 'tagged-',
    count: taggedCount,
    url: `'https://shop.example/t/' || n || '?utm_campaign=campaign-' || n % ${CAMPAIGNS}`,
    campaign: `'campaign-' || n % ${CAMPAIGNS}`,
  });
  const client = await pool.connect();
  await client.query("SET maintenance_work_mem = '256MB'");
  await client.query(rows[0].indexdef);
  client.release(true);
  await pool.query(
    'INSERT INTO stream_progress (stream_partition, position, consolidated_until) VALUES (0, 1000, now())',
  );
  await pool.query('VACUUM ANALYZE links');
}

const linkIdOf = (prefix, number) =>
  `concat('lnk_', substring(lower(hex(MD5(concat('${prefix}', toString(${number}))))), 1, 18))`;
const dayOf = (number) => `toDate(now('UTC')) - ${number}`;

async function seedClickHouse({ client, database }, { links, tagged, taggedCount, visitedCount }) {
  const run = (query) => client.command({ query });
  await run(`INSERT INTO ${database}.clicks_daily
    SELECT '${tagged.workspaceId}', ${linkIdOf('tagged-', `number % ${taggedCount}`)},
           ${dayOf(`intDiv(number, ${taggedCount})`)}, 0, 0, 7, 2, 1 FROM numbers(${taggedCount * DAYS})`);
  const visited = `'${links.workspaceId}', ${linkIdOf('link-', `number % ${visitedCount}`)}`;
  await run(`INSERT INTO ${database}.clicks_daily
    SELECT ${visited}, ${dayOf(`intDiv(number, ${visitedCount})`)}, 0, 0, 50, 4, 6
    FROM numbers(${visitedCount * DAYS})`);
  await run(`INSERT INTO ${database}.clicks_hourly
    SELECT ${visited}, toStartOfHour(now('UTC')) - 3600 * intDiv(number, ${visitedCount}), 0, 0, 2, 0, 0
    FROM numbers(${visitedCount * 24})`);
  for (let key = 0; key < KEYS; key++) {
    await run(`INSERT INTO ${database}.clicks_daily_by
      SELECT ${visited}, ${dayOf(`intDiv(number, ${visitedCount})`)}, ${1 + (key % 6)}, 'key-${key}', 0, 0, 12
      FROM numbers(${visitedCount * DAYS})`);
  }
  const { data } = await (
    await client.query({
      query: `SELECT sum(rows) FROM system.parts WHERE active AND database = '${database}'`,
    })
  ).json();
  return Number(Object.values(data[0])[0]);
}

/** `part` of the full size: 1, or 0.1 for a quick run. Resolves with the data for requests. */
export async function seed({ database, clickHouse }, part) {
  const links = await addWorkspace(database, 'links');
  const tagged = await addWorkspace(database, 'tagged');
  const zone = { domain: 'krz.example', zoneType: 'global', isDefault: true };
  const { zoneId } = await createZone(database.db, zone);
  const sizes = { linkCount: 1_000_000 * part, taggedCount: 100_000 * part, visitedCount: 9_500 * part };
  await seedPostgres(database, { zoneId, links, tagged, ...sizes });
  await seedTags(database, { links });
  const rows = await seedClickHouse(clickHouse, { links, tagged, ...sizes });
  return { zoneId, links, tagged, rows, ...sizes };
}
