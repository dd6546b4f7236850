// Excludes writers of links while the list of blocked destinations changes. So no link is validated against a list that
// changes before the link is written.

import { preparedStatement, type Db } from '@kurz/database';

const lock = {
  shared: preparedStatement<never>(
    'lock_destinations_shared',
    `SELECT pg_advisory_xact_lock_shared(hashtextextended('destinations', 0))`,
  ),
  alone: preparedStatement<never>(
    'lock_destinations_alone',
    `SELECT pg_advisory_xact_lock(hashtextextended('destinations', 0))`,
  ),
};

/**
 * Locks until the transaction ends. Writers of links share the lock, a writer of the list has it alone. Always taken
 * before any lock of a link's key: otherwise two transactions could deadlock.
 */
export async function lockDestinations(transaction: Db, how: 'shared' | 'alone'): Promise<void> {
  await lock[how](transaction, []);
}
