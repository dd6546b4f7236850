// Reads what this installation remembers of itself.

import type { Db } from '@kurz/database';

/** `local_zone`: id of the shared zone that follows the port; `first_start`: id of the token that the first start gave. */
export type MemoryKey = 'local_zone' | 'first_start';

/** The id remembered under `key`, or undefined. */
export async function recall(db: Db, key: MemoryKey): Promise<string | undefined> {
  const row = await db.selectFrom('installation').select('value').where('key', '=', key).executeTakeFirst();
  return typeof row?.value === 'string' ? row.value : undefined;
}
