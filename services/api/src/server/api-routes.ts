// All endpoints of /v1: makeApi serves them, and those of the web app reuse them.

import type { AskAnalytics } from '../analytics/ask-analytics';
import { makeBatchRoutes } from '../batch/batch-routes';
import { makeCampaignRoutes } from '../campaigns/campaign-routes';
import type { LinkChangeApplier } from '../changes/link-change-applier';
import { makeAnswerOnce } from '../idempotency/answer-once';
import { makeLinkRoutes } from '../links/link-routes';
import { makeStatsRoutes } from '../stats/stats-routes';
import { makeUsageRoutes } from '../usage/usage-routes';
import { makeZoneRoutes } from '../zones/zone-routes';
import type { ApiDeps, ApiSettings } from './api-deps';
import type { Route } from './route';

export function makeApiRoutes(
  deps: ApiDeps & { applier: LinkChangeApplier; askAnalytics: AskAnalytics },
  settings: ApiSettings,
): Route[] {
  const answerOnce = makeAnswerOnce(deps);
  return [
    ...makeLinkRoutes({ ...deps, answerOnce }, settings),
    ...makeBatchRoutes({ ...deps, answerOnce }, settings),
    ...makeStatsRoutes(deps, settings),
    ...makeCampaignRoutes(deps, settings),
    ...makeUsageRoutes(deps, settings),
    ...makeZoneRoutes(deps),
  ];
}
