// Examines PostgreSQL and the installation's data in it: migrations, connections, waiting changes, domains.

import { migrationNames, type Db } from '@kurz/database';
import { hasErrorCode } from '@kurz/process';
import { within } from '@kurz/resilience';
import { sql } from 'kysely';
import { connectionFinding } from './connection-finding';
import { finding, type ClockOffset, type Examined, type Finding } from './finding';

export const CHECK_TIMEOUT_MS = 5_000;

const UNDEFINED_TABLE = '42P01';
/** The default pools of one redirector worker, one ingester and one API, and this command's. */
const MIN_CONNECTIONS = 10 + 8 + 20 + 4;
/** Above this share the next deployment, which doubles some pools, is refused connections. */
const USED_UP = 0.85;
/** An API applies changes within a second. */
const CHANGES_WAIT_S = 60;

type Facts = {
  version: string;
  most: number;
  used: number;
  is_read_only: boolean;
  is_encrypted: boolean;
  is_elsewhere: boolean;
  now: number;
};

/** Without superuser rights, other roles' backends show no type or activity, but a role and a database. */
const IS_CLIENT = sql`
  coalesce(backend_type = 'client backend', datid IS NOT NULL AND usesysid IS NOT NULL)`;

const readFacts = (db: Db) =>
  sql<Facts>`
    SELECT split_part(current_setting('server_version'), ' ', 1) AS version,
      current_setting('max_connections')::int - current_setting('superuser_reserved_connections')::int AS most,
      (SELECT count(*)::int FROM pg_stat_activity WHERE ${IS_CLIENT}) AS used,
      pg_is_in_recovery() OR current_setting('transaction_read_only') = 'on' AS is_read_only,
      coalesce((SELECT ssl FROM pg_stat_ssl WHERE pid = pg_backend_pid()), false) AS is_encrypted,
      coalesce(inet_server_addr() <> inet_client_addr(), false) AS is_elsewhere,
      (extract(epoch FROM clock_timestamp()) * 1000)::float8 AS now`.execute(db);

async function appliedMigrations(db: Db): Promise<Set<string>> {
  try {
    const { rows } = await sql<{ name: string }>`SELECT name FROM migrations`.execute(db);
    return new Set(rows.map(({ name }) => name));
  } catch (error) {
    if (hasErrorCode(error, UNDEFINED_TABLE)) return new Set();
    throw error;
  }
}

async function findMigrations(db: Db): Promise<{ findings: Finding[]; isCurrent: boolean; count: number }> {
  const wanted = await migrationNames();
  const applied = await appliedMigrations(db);
  const missing = wanted.filter((name) => !applied.has(name));
  const unknown = [...applied].filter((name) => !wanted.includes(name));
  const summaryOf = (names: string[]) =>
    names.length > 3 ? `${names.length}, the first is ${names[0]}` : names.join(', ');
  const findings: Finding[] = [];
  if (missing.length > 0) findings.push(finding('postgres_not_migrated', { migrations: summaryOf(missing) }));
  if (unknown.length > 0) findings.push(finding('postgres_newer', { migrations: summaryOf(unknown) }));
  return { findings, isCurrent: missing.length === 0, count: applied.size };
}

async function findWaitingChanges(db: Db): Promise<Finding[]> {
  const { rows } = await sql<{ changes: number; seconds: number }>`
    SELECT count(*)::int AS changes, coalesce(extract(epoch FROM now() - min(created_at)), 0)::int AS seconds
    FROM link_changes`.execute(db);
  const { changes = 0, seconds = 0 } = rows[0] ?? {};
  return seconds > CHANGES_WAIT_S ? [finding('changes_wait', { changes, seconds })] : [];
}

async function findDomains(db: Db): Promise<Finding[]> {
  const zones = await db
    .selectFrom('zones')
    .select(['domain', 'is_enabled', 'is_default'])
    .where((any) => any.or([any('zone_type', '=', 'global'), any('ownership_state', '=', 'verified')]))
    .execute();
  const disabled = zones.find((zone) => zone.is_default && !zone.is_enabled);
  if (disabled) return [finding('default_domain_disabled', { domain: disabled.domain })];
  return zones.some((zone) => zone.is_enabled) ? [] : [finding('no_domain')];
}

type Expected = {
  /** Whether an API should be running, which applies changes. */
  isRunning: boolean;
  isNetworkPrivate: boolean;
  /** Whether the product is embedded, and so chooses its server's settings itself. */
  isOwn: boolean;
};

function findSettings(facts: Facts, { isNetworkPrivate, isOwn }: Expected): Finding[] {
  const { most, used, is_read_only, is_encrypted, is_elsewhere } = facts;
  const findings: Finding[] = [];
  if (is_read_only) findings.push(finding('postgres_read_only'));
  if (is_elsewhere && !is_encrypted && !isNetworkPrivate) findings.push(finding('postgres_not_encrypted'));
  if (!isOwn && most < MIN_CONNECTIONS)
    findings.push(finding('postgres_few_connections', { most, least: MIN_CONNECTIONS }));
  else if (used > USED_UP * most) findings.push(finding('postgres_connections_used_up', { used, most }));
  return findings;
}

async function inspect(db: Db, expected: Expected): Promise<Examined> {
  // connects first, so that the connection's time does not distort the clock reading
  await sql`SELECT 1`.execute(db);
  const sentAt = Date.now();
  const facts = (await readFacts(db)).rows[0];
  if (!facts) throw new Error('PostgreSQL gave no row');
  const uncertainMs = (Date.now() - sentAt) / 2;
  const clock: ClockOffset = {
    name: 'PostgreSQL',
    aheadMs: facts.now - sentAt - uncertainMs,
    uncertainMs,
  };
  const migrations = await findMigrations(db);
  const findings = [...findSettings(facts, expected), ...migrations.findings];
  if (migrations.isCurrent) {
    if (expected.isRunning) findings.push(...(await findWaitingChanges(db)));
    findings.push(...(await findDomains(db)));
  }
  const { version, used, most, is_encrypted } = facts;
  const seen = `PostgreSQL ${version}, ${migrations.count} migrations, ${used} of ${most} connections${is_encrypted ? ', TLS' : ''}`;
  return { kind: 'examined', part: 'postgres', seen, findings, clocks: [clock] };
}

export async function examinePostgres(db: Db, expected: Expected): Promise<Examined> {
  try {
    return await within(CHECK_TIMEOUT_MS, inspect(db, expected));
  } catch (error) {
    const findings = [connectionFinding('postgres', error)];
    return { kind: 'examined', part: 'postgres', seen: 'PostgreSQL', findings };
  }
}
