// Writes what this installation remembers of itself.

import type { Db } from '@kurz/database';
import type { MemoryKey } from './recall';

/** Remembers `id` under `key`, in the place of what was remembered there. */
export async function remember(db: Db, key: MemoryKey, id: string): Promise<void> {
  const value = JSON.stringify(id);
  await db
    .insertInto('installation')
    .values({ key, value })
    .onConflict((conflict) => conflict.column('key').doUpdateSet({ value }))
    .execute();
}
