// The humans of the last 30 days, day by day, of up to a hundred links: what a list draws beside each.

import type { Clock, Log } from '@kurz/process';
import { analyticsUnavailable } from '../analytics/analytics-unavailable';
import { refuse, type Refusal } from '../errors/refusal';
import type { ConsoleOutcome, ConsoleRequest, WorkspaceRoute } from '../http/console-route';
import { answer } from '../http/route';
import { planLimitsOf, type PlanTable } from '../plans/plan-table';
import { makeReadDailyHumans, type DailyHumansDeps } from '../stats/read-daily-humans';
import { refuseWindow, windowOf } from '../stats/window-of';
import { consolePaths } from './console-paths';

/** A page of links. */
export const MAX_LISTED_LINKS = 100;

function linkIdsOf({ links }: ConsoleRequest['query']): { kind: 'ids'; linkIds: string[] } | Refusal {
  const invalid = (params: Parameters<typeof refuse>[1] & object) =>
    refuse('VALIDATION_FAILED', { field: 'links', ...params });
  if (Array.isArray(links)) return invalid({ reason: 'repeated' });
  if (!links) return invalid({ reason: 'required' });
  const linkIds = [...new Set(links.split(','))];
  if (linkIds.length > MAX_LISTED_LINKS) return invalid({ reason: 'too_many', max: MAX_LISTED_LINKS });
  return { kind: 'ids', linkIds };
}

type Deps = DailyHumansDeps & { clock: Clock; log: Log };

export function makeDailyHumansRoutes(deps: Deps, settings: { plans?: PlanTable }): WorkspaceRoute[] {
  const readDailyHumans = makeReadDailyHumans(deps);

  async function read({ workspace, query }: ConsoleRequest): Promise<ConsoleOutcome> {
    const asked = linkIdsOf(query);
    if (asked.kind === 'refused') return asked;
    const { retentionDays } = planLimitsOf(workspace.plan, settings.plans);
    const outcome = windowOf({}, { now: deps.clock.now(), retentionDays });
    if (outcome.kind !== 'window') return refuseWindow(outcome);
    const { window } = outcome;
    const links = await readDailyHumans({ workspaceId: workspace.id, linkIds: asked.linkIds, window });
    if (links === undefined) return analyticsUnavailable();
    return answer(200, { from: window.clampedTo, to: window.to, links });
  }

  return [
    {
      method: 'GET',
      path: consolePaths.dailyHumans,
      access: { role: 'viewer' },
      isWrite: false,
      handle: read,
    },
  ];
}
