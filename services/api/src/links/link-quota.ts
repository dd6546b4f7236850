// A workspace's allowance of new links in its billing period: its size, and how it is consumed.

import { preparedStatement, type Db } from '@kurz/database';
import type { ActingWorkspace } from '../access/actor';
import { quotaPeriodOf } from '../plans/billing-terms';
import { linksOfPeriod, planLimitsOf, type PlanTable } from '../plans/plan-table';

export type QuotaRequest = { workspaceId: string; periodStart: Date; limit: number };

const consumeLinks = preparedStatement<{ used: number }>(
  'consume_link_quota',
  `
  INSERT INTO link_quota AS quota (workspace_id, period_start, used)
  SELECT $1::text, $2::timestamptz, $3::bigint WHERE $3::bigint <= $4::bigint
  ON CONFLICT (workspace_id, period_start)
    DO UPDATE SET used = quota.used + excluded.used WHERE quota.used + excluded.used <= $4::bigint
  RETURNING used`,
);

// an insert, because the first links of a period find no row that could be locked
const lockQuota = preparedStatement<{ used: number }>(
  'reserve_link_quota',
  `
  INSERT INTO link_quota AS quota (workspace_id, period_start, used)
  VALUES ($1, $2::timestamptz, 0)
  ON CONFLICT (workspace_id, period_start) DO UPDATE SET used = quota.used
  RETURNING used`,
);

/** Returns false when fewer links are left. Parallel requests serialise at the row, so they never exceed the limit. */
export async function consumeQuota(
  transaction: Db,
  { workspaceId, periodStart, limit }: QuotaRequest,
  count: number,
): Promise<boolean> {
  const rows = await consumeLinks(transaction, [workspaceId, periodStart, count, limit]);
  return rows.length > 0;
}

/** @param now ms since the epoch */
export function quotaRequestOf(
  { id, plan, billing }: ActingWorkspace,
  now: number,
  plans: PlanTable | undefined,
): QuotaRequest {
  const { isYearly, start } = quotaPeriodOf(billing, now);
  return {
    workspaceId: id,
    periodStart: start,
    limit: linksOfPeriod(planLimitsOf(plan, plans), isYearly),
  };
}

/**
 * Reserves the quota and returns how many links are left, 0 or more. The number holds until the transaction ends,
 * because every other creation of the workspace waits for the row.
 */
export async function reserveQuota(
  transaction: Db,
  { workspaceId, periodStart, limit }: QuotaRequest,
): Promise<number> {
  const [row] = await lockQuota(transaction, [workspaceId, periodStart]);
  return Math.max(0, limit - (row?.used ?? 0));
}
