// The database as a test's set-up writes and reads it, on however busy a machine: the limits of the services are not its own.

import { openDatabase, type Database, type DatabaseOptions } from '@kurz/database';

/**
 * Also for code under test where its limits are not the question: what is late on a busy machine is not refused. Bounded,
 * so that a test that freezes PostgreSQL still fails rather than hangs.
 */
export const PATIENT = { statementTimeoutMs: 30_000, connectionTimeoutMs: 30_000 };

/** Not for code under test. */
export const openFixtureDatabase = (options: DatabaseOptions): Database =>
  openDatabase({ ...PATIENT, onError: () => undefined, ...options });
