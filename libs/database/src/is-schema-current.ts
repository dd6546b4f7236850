// Whether the database has every migration of this build, and whether it has newer ones. A newer database is current
// too: migrations run before the services that need them, while old services still run.

import { hasErrorCode } from '@kurz/process';
import type { Pool } from 'pg';
import { migrationNames } from './migrate-database';

const UNDEFINED_TABLE = '42P01';

async function appliedNames(pool: Pool): Promise<Set<string>> {
  try {
    const { rows } = await pool.query<{ name: string }>('SELECT name FROM migrations');
    return new Set(rows.map((row) => row.name));
  } catch (error) {
    if (hasErrorCode(error, UNDEFINED_TABLE)) return new Set();
    throw error;
  }
}

/** Throws when the database does not answer. */
export async function isSchemaCurrent(pool: Pool): Promise<boolean> {
  const applied = await appliedNames(pool);
  return (await migrationNames()).every((name) => applied.has(name));
}

/** Whether a later release has migrated it. Throws when the database does not answer. */
export async function isSchemaNewer(pool: Pool): Promise<boolean> {
  const applied = await appliedNames(pool);
  for (const name of await migrationNames()) applied.delete(name);
  return applied.size > 0;
}
