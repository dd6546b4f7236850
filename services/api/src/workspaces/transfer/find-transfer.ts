// The person who is to become the owner of a workspace. Undefined when there is no transfer.

import type { Db } from '@kurz/database';

export type Transfer = { toUserId: string; toEmail: string; startedAt: Date | null };

export async function findTransfer(db: Db, workspaceId: string): Promise<Transfer | undefined> {
  return db
    .selectFrom('workspaces')
    .innerJoin('users', 'users.id', 'workspaces.transfer_to_user_id')
    .select(['users.id as toUserId', 'users.email as toEmail', 'workspaces.transfer_started_at as startedAt'])
    .where('workspaces.id', '=', workspaceId)
    .executeTakeFirst();
}

/** As the web app's endpoints show it. */
export function transferViewOf({ toUserId, toEmail, startedAt }: Transfer) {
  return { toUserId, toEmail, startedAt: startedAt?.toISOString() ?? null };
}
