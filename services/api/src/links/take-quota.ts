// Takes new links from a workspace's allowance of the billing period.

import type { Db } from '@kurz/database';
import { sql } from 'kysely';

export type QuotaRequest = { workspaceId: string; periodStart: Date; limit: number };

/** False when fewer are left. Parallel requests take turns at the row, so they can never exceed the limit. */
export async function takeQuota(
  transaction: Db,
  { workspaceId, periodStart, limit }: QuotaRequest,
  count: number,
): Promise<boolean> {
  const { rows } = await sql`
    INSERT INTO link_quota AS quota (workspace_id, period_start, used)
    SELECT ${workspaceId}, ${periodStart}::timestamptz, ${count}::integer WHERE ${count}::integer <= ${limit}::integer
    ON CONFLICT (workspace_id, period_start)
      DO UPDATE SET used = quota.used + excluded.used WHERE quota.used + excluded.used <= ${limit}::integer
    RETURNING used`.execute(transaction);
  return rows.length > 0;
}
