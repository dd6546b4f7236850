// Gives a workspace its UTM conventions, judged already; the next list of its links is judged by them.

import type { Db } from '@kurz/database';
import type { UtmConventions } from './utm-conventions';

export type SetUtmConventionsOutcome = { kind: 'changed' } | { kind: 'no_such_workspace' };

export async function setUtmConventions(
  db: Db,
  workspaceId: string,
  conventions: UtmConventions,
): Promise<SetUtmConventionsOutcome> {
  const changed = await db
    .updateTable('workspaces')
    .set({ utm_conventions: JSON.stringify(conventions) })
    .where('id', '=', workspaceId)
    .returning('id')
    .executeTakeFirst();
  return { kind: changed ? 'changed' : 'no_such_workspace' };
}
