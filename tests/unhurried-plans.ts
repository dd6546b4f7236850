// Plans whose rates and quotas no test reaches, for tests that send hundreds of requests about something else.

import path from 'node:path';
import { builtInPlans, type PlanTable } from '@kurz/api';
import unhurried from './unhurried-plans.json';

/** Settings for the environment of a process. */
export const UNHURRIED = { KURZ_PLANS: path.join(__dirname, 'unhurried-plans.json') };

export const unhurriedPlans: PlanTable = {
  ...builtInPlans,
  pro: { ...builtInPlans.pro, ...unhurried.pro },
  team: { ...builtInPlans.team, ...unhurried.team },
};
