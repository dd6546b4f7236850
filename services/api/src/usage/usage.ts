// The body of GET /usage, as the contract's §2.5 lists it.

import type { Plan } from '@kurz/database';

/** ISO 8601, UTC; the end is the moment the next period starts. */
export type UsagePeriod = { periodStart: string; periodEnd: string };

export type LinksUsage = UsagePeriod & { used: number; limit: number; remaining: number };

/** `locked`: the tracked human visits are over the allowance. Nothing stops. */
export type EventsUsage = UsagePeriod & { used: number; limit: number; locked: boolean };

export type Usage = {
  plan: Plan;
  links: LinksUsage;
  /** Left out while the analytics store does not answer. */
  events?: EventsUsage;
  /** Both 0 on a plan without API. */
  api: { requestsPerMinute: number; batchMaxLinks: number };
  analytics: { retentionDays: number; campaignReports: boolean };
};
