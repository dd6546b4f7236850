// Seeds two years of counts as ingesters leave them: 100,000 tagged links with visits on some days each, and one hot
// link with 100 million visits. Closed days are compacted, except in the last month, which shows a month without
// compaction. There the hot link has one row per batch of ten seconds (`plan_from`), and each other link one row for
// each of two batches on a day with visits.

import { allScopes, createUser, createWorkspace, createWorkspaceToken, createZone } from '@kurz/api';
import { COMPACTED_PARTITION } from '@kurz/click-tables';

export const TOKEN_PEPPER = 'pepper of the benchmark, 32 characters';
const DAYS = 730;
/** Days at the end that are not compacted: one row per batch. */
const RAW_DAYS = 30;
const HOT_VISITS_A_DAY = 137_000;
const PLANS_A_DAY = 8_640;
/** Keys of clicks_daily_by: per batch of the hot link, and per row of another link. */
const HOT_KEYS = 12;
const KEYS = 10;

const linkIdOf = (number) =>
  `concat('lnk_', substring(lower(hex(MD5(concat('aged-', toString(${number}))))), 1, 18))`;

async function seedPostgres({ db, pool }, links) {
  const ownerEmail = 'bench@example.com';
  await createUser(db, { email: ownerEmail });
  const { workspaceId } = await createWorkspace(db, {
    name: 'aged',
    ownerEmail,
    plan: 'business',
    isYearly: false,
  });
  const { secret } = await createWorkspaceToken(db, TOKEN_PEPPER, {
    workspaceId,
    name: 'bench',
    scopes: allScopes,
  });
  const { zoneId } = await createZone(db, { domain: 'krz.example', zoneType: 'global', isDefault: true });
  await pool.query(
    `INSERT INTO links (id, workspace_id, zone_id, slug, url, location, title, utm_campaign, utm_source, utm_medium,
                        tracking_since, created_at)
     SELECT 'lnk_' || substr(md5('aged-' || n), 1, 18), $1, $2, 'aged-' || n, url, url, 'Offer ' || n,
            'campaign-' || n % 200, 'source-' || n % 4, 'medium-' || n % 3,
            (now() - interval '730 days')::date, now() - interval '730 days'
     FROM (SELECT n, 'https://shop.example/t/' || n AS url FROM generate_series(0, $3::int - 1) n) numbered`,
    [workspaceId, zoneId, links],
  );
  await pool.query('VACUUM ANALYZE links');
  // the batches of all seeded counts are before this position
  await pool.query('INSERT INTO stream_progress VALUES (0, 1000000000, now())');
  return { workspaceId, zoneId, token: secret };
}

/** Each of the `rows` has `visits` requests, of which a fifth are bots, spread over `keys` keys. */
function insertsOf(database, workspaceId, { rows, linkOf, dayOf, origin, visits, keys }) {
  const base = `'${workspaceId}', ${linkOf}, today() - ${dayOf}`;
  return [
    `INSERT INTO ${database}.clicks_daily SELECT ${base}, ${origin}, ${visits}, intDiv(${visits}, 5), 0 FROM numbers(${rows})`,
    `INSERT INTO ${database}.clicks_daily_by
     SELECT ${base}, 1 + key % 6, concat('key-', toString(key)), ${origin}, greatest(1, intDiv(${visits} * 4, ${keys}))
     FROM numbers(${rows}) ARRAY JOIN range(${keys}) AS key`,
  ];
}

async function seedClickHouse({ client, database }, workspaceId, links) {
  const settings = 'SETTINGS max_partitions_per_insert_block = 100';
  const run = async (query) => client.command({ query: `${query} ${settings}` });
  const hot = linkIdOf('0');
  const others = (number) => linkIdOf(`1 + ${number} % ${links - 1}`);
  const compacted = `${COMPACTED_PARTITION}, 1`;
  const parts = [
    // each of the other links has visits on one day in twelve
    {
      rows: Math.round((links * (DAYS - RAW_DAYS)) / 12),
      linkOf: others('number'),
      dayOf: `(${RAW_DAYS} + intDiv(number, ${links - 1}) * 12 + number % 12)`,
      origin: compacted,
      visits: 'toUInt64(1 + number % 9)',
      keys: KEYS,
    },
    {
      rows: Math.round((links * RAW_DAYS * 2) / 12),
      linkOf: others('intDiv(number, 2)'),
      dayOf: `(2 + intDiv(number, 2) % ${RAW_DAYS - 2})`,
      origin: '0, 1 + number % 2',
      visits: 'toUInt64(1 + number % 9)',
      keys: KEYS,
    },
    {
      rows: DAYS - RAW_DAYS,
      linkOf: hot,
      dayOf: `(${RAW_DAYS} + number)`,
      origin: compacted,
      visits: `toUInt64(${HOT_VISITS_A_DAY})`,
      keys: 60,
    },
    {
      rows: RAW_DAYS * PLANS_A_DAY,
      linkOf: hot,
      dayOf: `intDiv(number, ${PLANS_A_DAY})`,
      origin: `0, number`,
      visits: `toUInt64(${Math.round(HOT_VISITS_A_DAY / PLANS_A_DAY)})`,
      keys: HOT_KEYS,
    },
  ];
  for (const part of parts.slice(0, 3))
    for (const query of insertsOf(database, workspaceId, part)) await run(query);
  // months that were compacted long ago are merged by now
  for (const table of ['clicks_daily', 'clicks_daily_by'])
    await client.command({ query: `OPTIMIZE TABLE ${database}.${table} FINAL` });
  for (const query of insertsOf(database, workspaceId, parts[3])) await run(query);
}

/** `links`: 100,000 at full size. Resolves with the token and the ids for requests. */
export async function seedTwoYears({ database, clickHouse }, links) {
  const seeded = await seedPostgres(database, links);
  await seedClickHouse(clickHouse, seeded.workspaceId, links);
  return { ...seeded, links };
}
