// What each plan allows: the shape of the table, and the one that ships (plans.json).

import type { Plan } from '@kurz/database';
import builtIn from './plans.json';

export type PlanLimits = {
  /** Whether API tokens work in a workspace of this plan. */
  hasApi: boolean;
  requestsPerMinute: number;
  batchMaxLinks: number;
  /** New links a month; a yearly plan carries 12 times as many as one pool. */
  linksPerMonth: number;
  /** Human visits a month that the events meter allows; nothing stops above it. */
  humanEventsPerMonth: number;
  /** Days of analytics that can be read, today included. */
  retentionDays: number;
  hasCampaignReports: boolean;
  customDomains: number;
  hasUtmConventions: boolean;
};

export type PlanTable = Readonly<Record<Plan, Readonly<PlanLimits>>>;

export const builtInPlans: PlanTable = builtIn;

/** The limits of a plan by the given table, or by the built-in one: `planLimitsOf(plan, settings.plans)`. */
export function planLimitsOf(plan: Plan, plans: PlanTable = builtInPlans): Readonly<PlanLimits> {
  return plans[plan];
}
