// All endpoints of /v1. The web app's endpoints for links reuse them.

import type { AskAnalytics } from '../analytics/ask-analytics';
import { makeCampaignRoutes } from '../campaigns/campaign-routes';
import type { Route } from '../http/route';
import { makeAnswerOnce } from '../idempotency/answer-once';
import { makeBatchRoutes } from '../links/batch/batch-routes';
import { makeLinkRoutes } from '../links/link-routes';
import type { OutboxRelay } from '../outbox/outbox-relay';
import { makeStatsRoutes } from '../stats/stats-routes';
import { makeUsageRoutes } from '../usage/usage-routes';
import { makeZoneRoutes } from '../zones/zone-routes';
import type { ApiDeps, ApiSettings } from './api-deps';

export function makeApiRoutes(
  deps: ApiDeps & {
    outboxRelay: OutboxRelay;
    askAnalytics: AskAnalytics;
    isAlone: (workspaceId: string) => boolean;
  },
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
