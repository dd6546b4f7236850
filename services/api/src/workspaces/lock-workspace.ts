// Makes changes of a workspace's members, owner and transfer take turns at its row.

import type { Db } from '@kurz/database';
import { sql } from 'kysely';

export type LockedWorkspace = {
  ownerId: string;
  isPersonal: boolean;
  /** The person who is to become the owner; null: no transfer. */
  transferToUserId: string | null;
  isSuspended: boolean;
};

/** Within a transaction. Undefined when there is no such workspace. */
export async function lockWorkspace(
  transaction: Db,
  workspaceId: string,
): Promise<LockedWorkspace | undefined> {
  return transaction
    .selectFrom('workspaces')
    .select([
      'owner_id as ownerId',
      'is_personal as isPersonal',
      'transfer_to_user_id as transferToUserId',
      sql<boolean>`suspended_at IS NOT NULL`.as('isSuspended'),
    ])
    .where('id', '=', workspaceId)
    .where('deleted_at', 'is', null)
    .$narrowType<{ ownerId: string }>()
    .forNoKeyUpdate()
    .executeTakeFirst();
}
