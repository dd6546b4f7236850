// Whether a person may own one more workspace. The answer holds until the transaction ends.

import type { Db } from '@kurz/database';
import { lockUser } from '../people/lock-user';

/** Within a transaction. The personal workspace counts. Parallel requests take turns at the person's row. */
export async function mayOwnAnother(transaction: Db, userId: string, most: number): Promise<boolean> {
  await lockUser(transaction, userId);
  const { count } = await transaction
    .selectFrom('workspaces')
    .select((column) => column.fn.countAll<number>().as('count'))
    .where('owner_id', '=', userId)
    .executeTakeFirstOrThrow();
  return Number(count) < most;
}
