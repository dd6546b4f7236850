// GET /urls/campaigns: the campaign report of a workspace.

import type { Clock, Metrics } from '@kurz/process';
import { semaphoreKeysOf } from '../admission/semaphore-keys-of';
import { analyticsUnavailable } from '../analytics/analytics-unavailable';
import { refuse, type Refusal } from '../errors/refusal';
import { answerWith, type Answer, type ApiRequest, type Route } from '../http/route';
import { planLimitsOf, type PlanTable } from '../plans/plan-table';
import { refuseWindow, windowOf } from '../stats/window-of';
import { contentOfReport } from './content-of-report';
import { makeReadCampaignReport, type CampaignDeps } from './read-campaign-report';

type Deps = CampaignDeps & { clock: Clock; metrics: Metrics };

export function makeCampaignRoutes(deps: Deps, settings: { plans?: PlanTable }): Route[] {
  const readCampaignReport = makeReadCampaignReport(deps);
  const readings = deps.metrics.counter('api_campaign_reports', 'Reports read, by freshness or failure.', [
    'outcome',
  ]);

  async function read({ query, actor }: ApiRequest): Promise<Answer | Refusal> {
    const { retentionDays, hasCampaignReports } = planLimitsOf(actor.workspace.plan, settings.plans);
    if (!hasCampaignReports) return refuse('CAMPAIGN_REPORT_NOT_IN_PLAN');
    const asked = windowOf(query, { now: deps.clock.now(), retentionDays });
    if (asked.kind !== 'window') return refuseWindow(asked);
    const outcome = await readCampaignReport(actor.workspace.id, asked.window, semaphoreKeysOf(actor));
    if (outcome.kind === 'unavailable') {
      readings.inc({ outcome: 'unavailable' });
      return analyticsUnavailable();
    }
    readings.inc({ outcome: outcome.report.freshness });
    return answerWith(200, await contentOfReport(outcome.report));
  }

  return [{ method: 'GET', path: '/urls/campaigns', scope: 'stats:read', isWrite: false, handle: read }];
}
