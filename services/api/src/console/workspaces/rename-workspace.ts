// Gives a workspace another name.

import type { Db } from '@kurz/database';

export async function renameWorkspace(db: Db, workspaceId: string, name: string): Promise<void> {
  await db.updateTable('workspaces').set({ name }).where('id', '=', workspaceId).execute();
}
