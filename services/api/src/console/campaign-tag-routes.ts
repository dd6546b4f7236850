// One campaign by term and by content: what the web app draws beside the report of /v1.

import type { Clock } from '@kurz/process';
import { analyticsUnavailable } from '../analytics/analytics-unavailable';
import type { CampaignDeps } from '../campaigns/read-campaign-report';
import { makeReadCampaignTags } from '../campaigns/read-campaign-tags';
import { MAX_TAG_LENGTH } from '../campaigns/find-tag-groups';
import { refuse, type Refusal } from '../errors/refusal';
import type { ConsoleOutcome, ConsoleRequest, WorkspaceRoute } from '../http/console-route';
import { answer } from '../http/route';
import { planLimitsOf, type PlanTable } from '../plans/plan-table';
import { refuseWindow, windowOf } from '../stats/window-of';
import { consolePaths } from './console-paths';

function campaignOf({ campaign }: ConsoleRequest['query']): { kind: 'campaign'; name: string } | Refusal {
  const invalid = (params: Parameters<typeof refuse>[1] & object) =>
    refuse('VALIDATION_FAILED', { field: 'campaign', ...params });
  if (Array.isArray(campaign)) return invalid({ reason: 'repeated' });
  if (!campaign) return invalid({ reason: 'required' });
  if ([...campaign].length > MAX_TAG_LENGTH) return invalid({ reason: 'too_long', max: MAX_TAG_LENGTH });
  return { kind: 'campaign', name: campaign };
}

export function makeCampaignTagRoutes(
  deps: CampaignDeps & { clock: Clock },
  settings: { plans?: PlanTable },
): WorkspaceRoute[] {
  const readCampaignTags = makeReadCampaignTags(deps);

  async function read({ workspace, user, query }: ConsoleRequest): Promise<ConsoleOutcome> {
    const { retentionDays, hasCampaignReports } = planLimitsOf(workspace.plan, settings.plans);
    if (!hasCampaignReports) return refuse('CAMPAIGN_REPORT_NOT_IN_PLAN');
    const named = campaignOf(query);
    if (named.kind === 'refused') return named;
    const asked = windowOf(query, { now: deps.clock.now(), retentionDays });
    if (asked.kind !== 'window') return refuseWindow(asked);
    const { window } = asked;
    const scope = { workspaceId: workspace.id, campaign: named.name, window };
    const tags = await readCampaignTags(scope, [workspace.id, user.id]);
    return tags ? answer(200, tags) : analyticsUnavailable();
  }

  return [
    {
      method: 'GET',
      path: consolePaths.campaignTags,
      access: { role: 'viewer' },
      isWrite: false,
      handle: read,
    },
  ];
}
