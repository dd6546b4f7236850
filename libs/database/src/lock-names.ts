// Advisory locks of PostgreSQL by name: makes those who want the same name take turns.

import { sql } from 'kysely';
import type { Db } from './open-database';

/**
 * Held until the transaction ends. In sorted order, so that two who want several of the same names cannot wait for each
 * other.
 */
export async function lockNames(transaction: Db, names: readonly string[]): Promise<void> {
  const sorted = [...names].sort();
  await sql`
    SELECT pg_advisory_xact_lock(hashtextextended(name, 0)) FROM unnest(${sorted}::text[]) AS name`.execute(
    transaction,
  );
}
