// Plans whose rates and quotas no test reaches, for tests that send hundreds of requests about something else.

import path from 'node:path';
import { builtInPlans, type PlanTable } from '@kurz/api';
import highLimits from './high-limit-plans.json';

/** Settings for the environment of a process. */
export const HIGH_LIMIT_PLANS = { KURZ_PLANS: path.join(__dirname, 'high-limit-plans.json') };

export const highLimitPlans: PlanTable = {
  ...builtInPlans,
  pro: { ...builtInPlans.pro, ...highLimits.pro },
  team: { ...builtInPlans.team, ...highLimits.team },
};
