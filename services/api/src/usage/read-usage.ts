// Reads what a workspace has used of its plan. The way of authentication makes no difference.
//
// New links count by the billing period: a month, or on a yearly plan the year with 12 months' pool. Human visits count
// by the billing month on every plan, because the allowance is per month and no rule pools it over a year.

import type { Db, Plan } from '@kurz/database';
import type { Clock } from '@kurz/process';
import type { ActingWorkspace } from '../access/actor';
import type { QueryAnalytics } from '../analytics/query-analytics';
import { findStreamProgress } from '../analytics/find-stream-progress';
import { billingPeriodOf, type BillingPeriod } from '../plans/billing-period-of';
import { quotaPeriodOf } from '../plans/billing-terms';
import { linksOfPeriod, planLimitsOf, type PlanLimits, type PlanTable } from '../plans/plan-table';
import { countHumanVisits } from './count-human-visits';
import { findUsedLinks } from './find-used-links';

/** ISO 8601, UTC; the end is the moment the next period starts. */
type UsagePeriod = { periodStart: string; periodEnd: string };

type LinksUsage = UsagePeriod & { used: number; limit: number; remaining: number };

/** `locked`: the tracked human visits are over the allowance. Nothing stops. */
type EventsUsage = UsagePeriod & { used: number; limit: number; locked: boolean };

/** The body of GET /usage (contract §2.5). */
type Usage = {
  plan: Plan;
  links: LinksUsage;
  /** Left out while the analytics store does not answer. */
  events?: EventsUsage;
  /** Both 0 on a plan without API. */
  api: { requestsPerMinute: number; batchMaxLinks: number };
  analytics: { retentionDays: number; campaignReports: boolean };
};

export type ReadUsage = (workspace: ActingWorkspace) => Promise<Usage>;

type Deps = { db: Db; clock: Clock; queryAnalytics: QueryAnalytics };

const usagePeriodOf = ({ start, end }: BillingPeriod): UsagePeriod => ({
  periodStart: start.toISOString(),
  periodEnd: end.toISOString(),
});

/** Throws only when Postgres is away; ClickHouse may be. */
export function makeReadUsage(deps: Deps, settings: { plans?: PlanTable }): ReadUsage {
  const { db, clock, queryAnalytics } = deps;

  async function linksOf({ id, billing }: ActingWorkspace, limits: PlanLimits, now: number) {
    const period = quotaPeriodOf(billing, now);
    const limit = linksOfPeriod(limits, period.isYearly);
    const used = await findUsedLinks(db, { workspaceId: id, periodStart: period.start });
    // after a downgrade, more may be used than the plan allows
    const links: LinksUsage = { used, limit, remaining: Math.max(limit - used, 0), ...usagePeriodOf(period) };
    return links;
  }

  async function eventsOf({ id, billing }: ActingWorkspace, limits: PlanLimits, now: number) {
    const month = billingPeriodOf(billing.anchor, false, now);
    const { partitions, compaction } = await findStreamProgress(db, id);
    const scope = { workspaceId: id, ...month, progress: partitions, compaction };
    const used = await queryAnalytics(
      (clickHouse, { signal }) => countHumanVisits(clickHouse, scope, signal),
      { workspaceId: id },
    );
    if (used === undefined) return undefined;
    const limit = limits.humanEventsPerMonth;
    const events: EventsUsage = { used, limit, ...usagePeriodOf(month), locked: used > limit };
    return events;
  }

  return async (workspace) => {
    const limits = planLimitsOf(workspace.plan, settings.plans);
    const now = clock.now();
    const [links, events] = await Promise.all([
      linksOf(workspace, limits, now),
      eventsOf(workspace, limits, now),
    ]);
    const { requestsPerMinute, batchMaxLinks, retentionDays, hasCampaignReports } = limits;
    return {
      plan: workspace.plan,
      links,
      ...(events && { events }),
      api: { requestsPerMinute, batchMaxLinks },
      analytics: { retentionDays, campaignReports: hasCampaignReports },
    };
  };
}
