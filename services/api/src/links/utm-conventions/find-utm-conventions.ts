// Reads the conventions of a workspace.

import type { Db } from '@kurz/database';
import { validateUtmConventions } from './validate-utm-conventions';
import type { UtmConventions } from './utm-conventions';

/** Undefined when the workspace has none, or none that this version understands. */
export async function findUtmConventions(db: Db, workspaceId: string): Promise<UtmConventions | undefined> {
  const row = await db
    .selectFrom('workspaces')
    .select('utm_conventions')
    .where('id', '=', workspaceId)
    .executeTakeFirst();
  const validated = row?.utm_conventions ? validateUtmConventions(row.utm_conventions) : undefined;
  return validated?.kind === 'conventions' ? validated.conventions : undefined;
}
