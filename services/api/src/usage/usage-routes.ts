// GET /usage: what a workspace has used of its plan.

import type { Db } from '@kurz/database';
import type { Clock } from '@kurz/process';
import type { QueryAnalytics } from '../analytics/query-analytics';
import { answer, type ApiRequest, type Route } from '../http/route';
import type { PlanTable } from '../plans/plan-table';
import { makeReadUsage } from './read-usage';

type Deps = { db: Db; clock: Clock; queryAnalytics: QueryAnalytics };

export function makeUsageRoutes(deps: Deps, settings: { plans?: PlanTable }): Route[] {
  const readUsage = makeReadUsage(deps, settings);
  const read = async ({ actor }: ApiRequest) => answer(200, { usage: await readUsage(actor.workspace) });
  return [{ method: 'GET', path: '/usage', scope: 'usage:read', isWrite: false, handle: read }];
}
