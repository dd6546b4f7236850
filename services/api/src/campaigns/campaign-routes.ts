// GET /urls/campaigns: the server hands in a signed-in request, and gets the report of the workspace it acts in.

import { sharersOf } from '../admission/sharers-of';
import { analyticsUnavailable } from '../analytics/analytics-unavailable';
import type { AskAnalytics } from '../analytics/ask-analytics';
import { refuse, type Refusal } from '../errors/refusal';
import { planLimitsOf } from '../plans/plan-table';
import type { ApiDeps, ApiSettings } from '../server/api-deps';
import { answerWith, type Answer, type ApiRequest, type Route } from '../server/route';
import { refusalOfWindow } from '../stats/refusal-of-window';
import { windowOf } from '../stats/window-of';
import { contentOfReport } from './content-of-report';
import { makeReadCampaignReport } from './read-campaign-report';

type Deps = ApiDeps & { askAnalytics: AskAnalytics };

export function makeCampaignRoutes(deps: Deps, settings: ApiSettings): Route[] {
  const readCampaignReport = makeReadCampaignReport(deps);
  const readings = deps.metrics.counter('api_campaign_reports', 'Reports read, by freshness or failure.', [
    'outcome',
  ]);

  async function read({ query, actor }: ApiRequest): Promise<Answer | Refusal> {
    const { retentionDays, hasCampaignReports } = planLimitsOf(actor.workspace.plan, settings.plans);
    if (!hasCampaignReports) return refuse('CAMPAIGN_REPORT_NOT_IN_PLAN');
    const asked = windowOf(query, { now: deps.clock.now(), retentionDays });
    if (asked.kind !== 'window') return refusalOfWindow(asked);
    const outcome = await readCampaignReport(actor.workspace.id, asked.window, sharersOf(actor));
    if (outcome.kind === 'unavailable') {
      readings.inc({ outcome: 'unavailable' });
      return analyticsUnavailable();
    }
    readings.inc({ outcome: outcome.report.freshness });
    return answerWith(200, await contentOfReport(outcome.report));
  }

  return [{ method: 'GET', path: '/urls/campaigns', scope: 'stats:read', isWrite: false, handle: read }];
}
