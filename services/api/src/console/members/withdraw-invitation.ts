// Takes an invitation back before it is accepted.

import type { Db } from '@kurz/database';

export async function withdrawInvitation(
  db: Db,
  workspaceId: string,
  invitationId: string,
): Promise<{ kind: 'withdrawn' | 'no_such_invitation' }> {
  const removed = await db
    .deleteFrom('invitations')
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', invitationId)
    .returning('id')
    .executeTakeFirst();
  return { kind: removed ? 'withdrawn' : 'no_such_invitation' };
}
