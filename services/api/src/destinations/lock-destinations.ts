// Keeps those who write links and those who change the list of blocked destinations apart, so that no link is written by
// a list that has changed before the link is there.

import type { Db } from '@kurz/database';
import { sql } from 'kysely';

/**
 * Until the transaction ends. Writers of links share it, who changes the list has it alone. Always before any lock of a
 * link's key: else two of them could wait for each other.
 */
export async function lockDestinations(transaction: Db, how: 'shared' | 'alone'): Promise<void> {
  if (how === 'shared') {
    await sql`SELECT pg_advisory_xact_lock_shared(hashtextextended('destinations', 0))`.execute(transaction);
  } else {
    await sql`SELECT pg_advisory_xact_lock(hashtextextended('destinations', 0))`.execute(transaction);
  }
}
