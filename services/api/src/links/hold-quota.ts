// Says how many new links a workspace may still create, and keeps it so until the transaction ends.

import type { Db } from '@kurz/database';
import { sql } from 'kysely';
import type { QuotaRequest } from './take-quota';

/** 0 or more. Every other creation of the workspace waits at the row from here on. */
export async function holdQuota(
  transaction: Db,
  { workspaceId, periodStart, limit }: QuotaRequest,
): Promise<number> {
  // an insert, because the first links of a period find no row that could be locked
  const { rows } = await sql<{ used: number }>`
    INSERT INTO link_quota AS quota (workspace_id, period_start, used)
    VALUES (${workspaceId}, ${periodStart}::timestamptz, 0)
    ON CONFLICT (workspace_id, period_start) DO UPDATE SET used = quota.used
    RETURNING used`.execute(transaction);
  return Math.max(0, limit - (rows[0]?.used ?? 0));
}
