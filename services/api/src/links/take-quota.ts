// Takes new links from a workspace's allowance of the billing period.

import { preparedStatement, type Db } from '@kurz/database';

export type QuotaRequest = { workspaceId: string; periodStart: Date; limit: number };

const takeLinks = preparedStatement<{ used: number }>(
  'take_link_quota',
  `
  INSERT INTO link_quota AS quota (workspace_id, period_start, used)
  SELECT $1::text, $2::timestamptz, $3::integer WHERE $3::integer <= $4::integer
  ON CONFLICT (workspace_id, period_start)
    DO UPDATE SET used = quota.used + excluded.used WHERE quota.used + excluded.used <= $4::integer
  RETURNING used`,
);

/** False when fewer are left. Parallel requests take turns at the row, so they can never exceed the limit. */
export async function takeQuota(
  transaction: Db,
  { workspaceId, periodStart, limit }: QuotaRequest,
  count: number,
): Promise<boolean> {
  const rows = await takeLinks(transaction, [workspaceId, periodStart, count, limit]);
  return rows.length > 0;
}
