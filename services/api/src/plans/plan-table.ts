// The limits of each plan: the type of the table, and the table that ships (plans.json).

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

/** Stands for no limit: the largest integer that JSON carries exactly. */
export const NO_LIMIT = Number.MAX_SAFE_INTEGER;

/** New links per billing period: a yearly plan pools the links of 12 months. */
export function linksOfPeriod({ linksPerMonth }: PlanLimits, isYearly: boolean): number {
  return Math.min(linksPerMonth * (isYearly ? 12 : 1), NO_LIMIT);
}

export type PlanTable = Readonly<Record<Plan, Readonly<PlanLimits>>>;

export const builtInPlans: PlanTable = builtIn;

/** The limits of a plan by the given table, or by the built-in one: `planLimitsOf(plan, settings.plans)`. */
export function planLimitsOf(plan: Plan, plans: PlanTable = builtInPlans): Readonly<PlanLimits> {
  return plans[plan];
}
