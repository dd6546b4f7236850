// The database for the set-up of a test, without the limits of the services, so that a busy machine does not fail it.

import { openTestDatabase } from '@kurz/backends';
import { openDatabase, type Database, type DatabaseOptions } from '@kurz/database';

/**
 * Also for code under test whose limits are not in question: a late answer of a busy machine is no failure. There are
 * limits, so that a test that freezes PostgreSQL fails rather than hangs.
 */
export const LENIENT_TIMEOUTS = { statementTimeoutMs: 30_000, connectionTimeoutMs: 30_000 };

/** Not for code under test. */
export const openFixtureDatabase = (options: DatabaseOptions): Database =>
  openDatabase({ ...LENIENT_TIMEOUTS, onError: () => undefined, ...options });

/** A database for one test file with those limits. `close` drops it. */
export async function openLenientDatabase(): Promise<Database> {
  const postgres = await openTestDatabase();
  const database = openDatabase({ ...postgres.options, ...LENIENT_TIMEOUTS });
  const close = async () => {
    await database.close();
    await postgres.close();
  };
  return { ...database, close };
}
