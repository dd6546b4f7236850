// Applies the numbered SQL files of migrations/ in order, each once, each in its own transaction together with its
// record. One advisory lock makes concurrent starts take turns.

import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { hasErrorCode, silentLog, type Log } from '@kurz/process';
import { retry } from '@kurz/resilience';
import type { Pool, QueryConfig, QueryResult } from 'pg';

const DIRECTORY = path.join(__dirname, '..', 'migrations');
const LOCK_KEY = 0x6b75727a; // "kurz"

/** Names of the migrations in this build, in order. Throws when the numbering has a gap. */
export async function migrationNames(directory = DIRECTORY): Promise<string[]> {
  const names = (await readdir(directory)).filter((name) => name.endsWith('.sql')).sort();
  names.forEach((name, index) => {
    if (Number(name.slice(0, 4)) !== index + 1)
      throw new Error(`migration ${name}: expected number ${index + 1}`);
  });
  return names;
}

/** The client's own limit for a query, in place of the pool's: an index on a large table may take long. */
const QUERY_MS = 24 * 3_600_000;

/**
 * All queries of a table, reads too, queue behind a migration that waits for it. So a migration waits this long,
 * releases all its locks, and begins again: a backup or an export can hold a table for minutes. Longer than
 * deadlock_timeout, 1 s, after which an autovacuum gives way.
 */
const LOCK_MS = 1_500;
const LOCK_RETRY = { minMs: 2_000, maxMs: 10_000, forMs: 3_600_000 };
const LOCK_NOT_AVAILABLE = '55P03';

/**
 * How often the server checks that the client is there, ms. Otherwise it would finish the statement of a killed
 * program, with its locks, before it rolled back.
 */
const GONE_MS = 1_000;

export type MigrationOptions = {
  /**
   * How to treat a database that a later release has migrated; default: it is refused. `kept`: it stays as it is, for
   * an installation that goes back to this release. Migrations only add, so services work on a newer one.
   */
  newer?: 'refused' | 'kept';
  /** Gets a line when a migration waits for a table. */
  log?: Log;
};

/** A later release has migrated the database. */
export class NewerDatabaseError extends Error {}

type Query = (text: string, values?: unknown[]) => Promise<QueryResult<{ name: string }>>;

/** Applies a migration in one transaction with its record. Releases all locks when it cannot get one in time. */
async function applyOne(query: Query, name: string, sql: string): Promise<void> {
  try {
    await query(`BEGIN; SET LOCAL lock_timeout = ${LOCK_MS}`);
    await query(sql);
    await query('INSERT INTO migrations (name) VALUES ($1)', [name]);
    await query('COMMIT');
  } catch (error) {
    await query('ROLLBACK').catch(() => undefined);
    throw error;
  }
}

/**
 * Brings the database to this build's schema; returns the names it applied. @throws when a table is not free for an
 * hour.
 */
export async function migrateDatabase(
  pool: Pool,
  directory = DIRECTORY,
  { newer = 'refused', log = silentLog }: MigrationOptions = {},
): Promise<string[]> {
  const names = await migrationNames(directory);
  const client = await pool.connect();
  try {
    const query: Query = (text, values) => {
      const config: QueryConfig & { query_timeout: number } = { text, values, query_timeout: QUERY_MS };
      return client.query(config);
    };
    await query('SET statement_timeout = 0; SET lock_timeout = 0');
    // an old server, or one on a system that reports no closed connections, lacks this setting
    await query(`SET client_connection_check_interval = ${GONE_MS}`).catch(() => undefined);
    await query('SELECT pg_advisory_lock($1)', [LOCK_KEY]);
    await query(
      'CREATE TABLE IF NOT EXISTS migrations (name text PRIMARY KEY, applied_at timestamptz NOT NULL DEFAULT now())',
    );
    const { rows } = await query('SELECT name FROM migrations');
    const done = new Set(rows.map((row) => row.name));
    const missing = names.filter((name) => !done.has(name));
    const unknown = [...done].filter((name) => !names.includes(name));
    if (unknown.length > 0 && (newer === 'refused' || missing.length > 0)) {
      throw new NewerDatabaseError(`the database is newer than this program: it has ${unknown.join(', ')}`);
    }
    const applied: string[] = [];
    for (const name of missing) {
      const sql = await readFile(path.join(directory, name), 'utf8');
      await retry(() => applyOne(query, name, sql), {
        ...LOCK_RETRY,
        isRetriable: (error) => hasErrorCode(error, LOCK_NOT_AVAILABLE),
        onRetry: (_, attempt) => attempt === 1 && log.warn({ event: 'migration_waits', migration: name }),
      });
      applied.push(name);
    }
    return applied;
  } finally {
    // ending the session gives back the lock and rolls back what an error left open
    client.release(true);
  }
}
