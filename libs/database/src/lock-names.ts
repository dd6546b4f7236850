// Advisory locks of PostgreSQL by name: makes those who want the same name take turns.

import type { Db } from './open-database';
import { preparedStatement } from './prepared-statement';

const lockSorted = preparedStatement<never>(
  'lock_names',
  'SELECT pg_advisory_xact_lock(hashtextextended(name, 0)) FROM unnest($1::text[]) AS name',
);

/**
 * Held until the transaction ends. In sorted order, so that two who want several of the same names cannot wait for each
 * other.
 */
export async function lockNames(transaction: Db, names: readonly string[]): Promise<void> {
  await lockSorted(transaction, [[...names].sort()]);
}
