// What an installation stores about itself, in the table `installation`.

import type { Db } from '@kurz/database';

/**
 * `local_zone`: id of the shared zone that follows the port; `first_start`: id of the token that the first start made.
 */
export type InstallationKey = 'local_zone' | 'first_start';

/** The id stored under `key`, or undefined. */
export async function readInstallationValue(db: Db, key: InstallationKey): Promise<string | undefined> {
  const row = await db.selectFrom('installation').select('value').where('key', '=', key).executeTakeFirst();
  return typeof row?.value === 'string' ? row.value : undefined;
}

/** Stores `id` under `key`, replacing an earlier one. */
export async function writeInstallationValue(db: Db, key: InstallationKey, id: string): Promise<void> {
  const value = JSON.stringify(id);
  await db
    .insertInto('installation')
    .values({ key, value })
    .onConflict((conflict) => conflict.column('key').doUpdateSet({ value }))
    .execute();
}
