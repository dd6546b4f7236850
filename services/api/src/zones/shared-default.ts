// The one shared domain that new links get when nothing names one. Making a shared zone and moving the default call it;
// that there is one at most is held by the index zones_default.

import type { Db } from '@kurz/database';
import { sql } from 'kysely';

/** Within a transaction. Writers of the default wait here, so that none of them meets another's half-way. */
export async function lockSharedDefault(transaction: Db): Promise<{ isTaken: boolean }> {
  await sql`SELECT pg_advisory_xact_lock(hashtextextended('zones/default', 0))`.execute(transaction);
  const present = await transaction
    .selectFrom('zones')
    .select('id')
    .where('is_default', '=', true)
    .executeTakeFirst();
  return { isTaken: present !== undefined };
}

/** Within a transaction that holds the lock. */
export async function giveSharedDefault(transaction: Db, zoneId: string): Promise<void> {
  await transaction.updateTable('zones').set({ is_default: false }).where('is_default', '=', true).execute();
  await transaction.updateTable('zones').set({ is_default: true }).where('id', '=', zoneId).execute();
}
