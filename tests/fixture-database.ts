// The database as a test's set-up writes and reads it, on however busy a machine: the limits of the services are not its own.

import { openDatabase, type Database, type DatabaseOptions } from '@kurz/database';

/** Bounded, so that a test that freezes PostgreSQL still fails rather than hangs. */
const PATIENCE_MS = 30_000;

/** Not for code under test, which gets `openDatabase` with the limits of production. */
export const openFixtureDatabase = (options: DatabaseOptions): Database =>
  openDatabase({
    statementTimeoutMs: PATIENCE_MS,
    connectionTimeoutMs: PATIENCE_MS,
    onError: () => undefined,
    ...options,
  });
