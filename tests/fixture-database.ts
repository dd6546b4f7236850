// The database as a test's set-up writes and reads it, on however busy a machine: the limits of the services are not its own.

import { openTestDatabase } from '@kurz/backends';
import { openDatabase, type Database, type DatabaseOptions } from '@kurz/database';

/**
 * Also for code under test where its limits are not the question: what is late on a busy machine is not refused. Bounded,
 * so that a test that freezes PostgreSQL still fails rather than hangs.
 */
export const PATIENT = { statementTimeoutMs: 30_000, connectionTimeoutMs: 30_000 };

/** Not for code under test. */
export const openFixtureDatabase = (options: DatabaseOptions): Database =>
  openDatabase({ ...PATIENT, onError: () => undefined, ...options });

/** A database of the test file's own, with those limits; closing it takes it away. */
export async function openPatientDatabase(): Promise<Database> {
  const postgres = await openTestDatabase();
  const database = openDatabase({ ...postgres.options, ...PATIENT });
  const close = async () => {
    await database.close();
    await postgres.close();
  };
  return { ...database, close };
}
