// Advisory locks of PostgreSQL by name: transactions that want the same name take turns.

import type { Db } from './open-database';
import { preparedStatement } from './prepared-statement';

const lockSorted = preparedStatement<never>(
  'lock_names',
  'SELECT pg_advisory_xact_lock(hashtextextended(name, 0)) FROM unnest($1::text[]) AS name',
);

/**
 * Holds the locks until the transaction ends. Takes them in sorted order, so that two transactions that want several of
 * the same names cannot wait for each other.
 */
export async function lockNames(transaction: Db, names: readonly string[]): Promise<void> {
  await lockSorted(transaction, [[...names].sort()]);
}
