// The one shared domain that new links get when nothing names one. Making a shared zone and moving the default call it;
// that there is one at most is held by the index zones_default.

import { lockNames, type Db } from '@kurz/database';

/** Within a transaction. Writers of the default wait here, so that none of them meets another's half-way. */
export async function lockSharedDefault(transaction: Db): Promise<{ isTaken: boolean }> {
  await lockNames(transaction, ['zones/default']);
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
