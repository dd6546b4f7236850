// Makes changes of a workspace's members, owner and transfer take turns at its row.

import type { Db } from '@kurz/database';

export type LockedWorkspace = {
  ownerId: string;
  isPersonal: boolean;
  /** The person who is to become the owner; null: nobody. */
  transferToUserId: string | null;
};

/** Within a transaction. Undefined: there is no such workspace. */
export async function lockWorkspace(
  transaction: Db,
  workspaceId: string,
): Promise<LockedWorkspace | undefined> {
  return transaction
    .selectFrom('workspaces')
    .select(['owner_id as ownerId', 'is_personal as isPersonal', 'transfer_to_user_id as transferToUserId'])
    .where('id', '=', workspaceId)
    .forNoKeyUpdate()
    .executeTakeFirst();
}
