// The one shared domain that new links get when nothing names one. The index zones_default admits one at most.

import { lockNames, type Db } from '@kurz/database';

/** Within a transaction. Writers of the default take turns, so that none meets another's half-done change. */
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
export async function replaceSharedDefault(transaction: Db, zoneId: string): Promise<void> {
  await transaction.updateTable('zones').set({ is_default: false }).where('is_default', '=', true).execute();
  await transaction.updateTable('zones').set({ is_default: true }).where('id', '=', zoneId).execute();
}
