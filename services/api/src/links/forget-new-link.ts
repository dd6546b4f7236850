// Takes back a link that its own transaction has just inserted and nobody has seen.

import type { Db } from '@kurz/database';

export async function forgetNewLink(transaction: Db, id: string): Promise<void> {
  await transaction.deleteFrom('links').where('id', '=', id).execute();
}
