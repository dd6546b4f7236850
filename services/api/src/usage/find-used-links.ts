// Reads how many new links a workspace has had in a billing period; creating one counts it there.

import { preparedStatement, type Db } from '@kurz/database';

const findUsed = preparedStatement<{ used: number }>(
  'find_used_links',
  'SELECT used FROM link_quota WHERE workspace_id = $1 AND period_start = $2',
);

export async function findUsedLinks(
  db: Db,
  { workspaceId, periodStart }: { workspaceId: string; periodStart: Date },
): Promise<number> {
  const [row] = await findUsed(db, [workspaceId, periodStart]);
  return row?.used ?? 0;
}
