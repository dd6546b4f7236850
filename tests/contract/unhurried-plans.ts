// Plans whose rates and quotas no test reaches, for tests that send hundreds of requests about something else.

import { builtInPlans, type PlanTable } from '@kurz/api';

export const unhurriedPlans: PlanTable = {
  ...builtInPlans,
  pro: { ...builtInPlans.pro, requestsPerMinute: 1_000_000, linksPerMonth: 1_000_000 },
  team: { ...builtInPlans.team, requestsPerMinute: 1_000_000, linksPerMonth: 1_000_000 },
};
