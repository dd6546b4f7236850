// The PostgreSQL roles of the services: what each may do, and no more. `kurz migrate` makes them with the names and
// passwords that the services' own addresses hold; a role that exists gets exactly these rights again.

import { createHash, createHmac, pbkdf2Sync, randomBytes } from 'node:crypto';
import { escapeIdentifier, escapeLiteral, type Pool, type PoolClient } from 'pg';

export type ServiceName = 'redirector' | 'ingester' | 'api';

export type RoleCredentials = { user: string; password: string };

export type RoleOptions = {
  /**
   * `kept`: a role that has rights gets only its password, because a later release has given it rights; default:
   * `given`.
   */
  rights?: 'given' | 'kept';
};

/** The API reads and writes every table of this build, except those of the other services. */
const READ_BY_API = [
  'migrations',
  'link_hits',
  'hit_positions',
  'stream_progress',
  'compactions',
  'missed_ranges',
];
/** The API adds the counts by day that an import brings; it never takes them back. */
const COUNTED_BY_API = [
  'INSERT, UPDATE (hits) ON link_hits',
  'INSERT, UPDATE (position, is_free) ON stream_progress',
];

const GRANTS: Record<ServiceName, readonly string[]> = {
  redirector: [
    'SELECT ON migrations',
    // what an answer needs; no title, no verification of a domain
    'SELECT (id, domain, zone_type, is_enabled, is_suspended, root_redirect_url, root_blocked_by, is_proven) ON zones',
    `SELECT (id, workspace_id, zone_id, slug, location, is_enabled, is_restricted, is_suspended, is_unsafe, version,
             starts_at, expires_at, expired_location, conditions, fallback_location,
             password_hash, guarded_location, guarded_conditions)
       ON links`,
    'SELECT (id, zone_id, slug) ON link_changes',
    // which links a starting worker reads
    'SELECT (link_id, hits) ON link_hits',
  ],
  ingester: [
    'SELECT ON migrations, erasures',
    // whether a link exists, and since when it is counted; no destination, no title
    'SELECT (id, tracking_since) ON links',
    // the first UTC day with a visit; an ingester writes nothing else of a link
    'UPDATE (tracking_since) ON links',
    // which ClickHouse has a workspace's counts
    'SELECT (id, shard, other_shard), UPDATE (shard, other_shard) ON workspaces',
    'SELECT ON click_shards',
    'SELECT, UPDATE ON shard_moves',
    'SELECT, INSERT, UPDATE, DELETE ON missed_ranges',
    'UPDATE (passed_by, cleared_shards, closed_at) ON erasures',
    'SELECT, INSERT, UPDATE, DELETE ON link_hits',
    'SELECT, INSERT, UPDATE ON hit_positions, stream_progress, compactions',
    'USAGE ON ALL SEQUENCES IN SCHEMA public',
  ],
  api: [
    'SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA public',
    'USAGE, SELECT ON ALL SEQUENCES IN SCHEMA public',
  ],
};

/** What no service's role may be: the attribute that denies it, by its column of pg_roles. */
const ATTRIBUTES = {
  rolsuper: 'NOSUPERUSER',
  rolcreatedb: 'NOCREATEDB',
  rolcreaterole: 'NOCREATEROLE',
  rolbypassrls: 'NOBYPASSRLS',
  rolreplication: 'NOREPLICATION',
} as const;

type FoundRole = Record<keyof typeof ATTRIBUTES, boolean | null> & {
  is_owner: boolean;
  is_there: boolean;
  has_rights: boolean;
  database: string;
};

/**
 * A new role gets all of them. An existing role gets only those that deny what it is now, because an owner that is not
 * a superuser may not name the others.
 */
const attributesFor = (found: FoundRole): string =>
  Object.entries(ATTRIBUTES)
    .filter(([column]) => !found.is_there || found[column as keyof typeof ATTRIBUTES] === true)
    .map(([, attribute]) => attribute)
    .join(' ');

const ITERATIONS = 4_096;
const KEY_BYTES = 32;

/** The SCRAM-SHA-256 verifier that PostgreSQL stores. Made here, so that no statement and no log holds the password. */
function scramVerifierOf(password: string): string {
  const salt = randomBytes(16);
  const salted = pbkdf2Sync(password, salt, ITERATIONS, KEY_BYTES, 'sha256');
  const hmac = (text: string) => createHmac('sha256', salted).update(text).digest();
  const storedKey = createHash('sha256').update(hmac('Client Key')).digest('base64');
  const serverKey = hmac('Server Key').toString('base64');
  return `SCRAM-SHA-256$${ITERATIONS}:${salt.toString('base64')}$${storedKey}:${serverKey}`;
}

async function grantRights(
  client: PoolClient,
  service: ServiceName,
  { role, database }: { role: string; database: string },
): Promise<void> {
  await client.query(`GRANT CONNECT ON DATABASE ${escapeIdentifier(database)} TO ${role}`);
  await client.query(`GRANT USAGE ON SCHEMA public TO ${role}`);
  await client.query(`REVOKE ALL ON ALL TABLES IN SCHEMA public FROM ${role}`);
  await client.query(`REVOKE ALL ON ALL SEQUENCES IN SCHEMA public FROM ${role}`);
  for (const grant of GRANTS[service]) await client.query(`GRANT ${grant} TO ${role}`);
  if (service === 'api') {
    await client.query(`REVOKE INSERT, UPDATE, DELETE ON ${READ_BY_API.join(', ')} FROM ${role}`);
    for (const grant of COUNTED_BY_API) await client.query(`GRANT ${grant} TO ${role}`);
  }
}

/**
 * Makes the role or brings it to this build's rights, in one transaction. `pool` is the owner of the tables, with
 * CREATEROLE. @throws when `user` is that owner, and what PostgreSQL refuses.
 */
export async function ensureServiceRole(
  pool: Pool,
  service: ServiceName,
  { user, password }: RoleCredentials,
  { rights = 'given' }: RoleOptions = {},
): Promise<void> {
  const role = escapeIdentifier(user);
  const client = await pool.connect();
  try {
    const { rows } = await client.query<FoundRole>(
      `SELECT current_user = $1 AS is_owner, current_database() AS database, rolname IS NOT NULL AS is_there,
              CASE WHEN rolname IS NULL THEN false ELSE has_table_privilege(rolname, 'migrations', 'SELECT') END AS has_rights,
              rolsuper, rolcreatedb, rolcreaterole, rolbypassrls, rolreplication
       FROM (SELECT) AS one LEFT JOIN pg_roles ON rolname = $1`,
      [user],
    );
    const [found] = rows;
    if (!found || found.is_owner)
      throw new Error(
        `the ${service} needs a PostgreSQL role of its own: ${user} is the owner of the tables`,
      );
    await client.query('BEGIN');
    await client.query(
      `${found.is_there ? 'ALTER' : 'CREATE'} ROLE ${role} LOGIN ${attributesFor(found)}
       PASSWORD ${escapeLiteral(scramVerifierOf(password))}`,
    );
    if (rights === 'given' || !found.has_rights) await grantRights(client, service, { role, ...found });
    await client.query('COMMIT');
  } finally {
    // ends the session: an error leaves no transaction open
    client.release(true);
  }
}
