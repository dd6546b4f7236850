// All endpoints of /v1. The web app's endpoints for links reuse them.

import type { QueryAnalytics } from '../analytics/query-analytics';
import { makeCampaignRoutes } from '../campaigns/campaign-routes';
import type { Route } from '../http/route';
import { makeRunIdempotent } from '../idempotency/run-idempotent';
import { makeBatchRoutes } from '../links/batch/batch-routes';
import { makeLinkRoutes } from '../links/link-routes';
import type { OutboxRelay } from '../outbox/outbox-relay';
import { makeStatsRoutes } from '../stats/stats-routes';
import { makeTagRoutes } from '../tags/tag-routes';
import { makeUsageRoutes } from '../usage/usage-routes';
import { makeZoneRoutes } from '../zones/zone-routes';
import type { RouteDeps } from './api-deps';
import type { ApiSettings } from './api-settings';

export function makeApiRoutes(
  deps: RouteDeps & {
    outboxRelay: OutboxRelay;
    queryAnalytics: QueryAnalytics;
    isAlone: (workspaceId: string) => boolean;
  },
  settings: ApiSettings,
): Route[] {
  const runIdempotent = makeRunIdempotent(deps, { secret: settings.tokenPepper });
  return [
    ...makeLinkRoutes({ ...deps, runIdempotent }, settings),
    ...makeBatchRoutes({ ...deps, runIdempotent }, settings),
    ...makeTagRoutes(deps),
    ...makeStatsRoutes(deps, settings),
    ...makeCampaignRoutes(deps, settings),
    ...makeUsageRoutes(deps, settings),
    ...makeZoneRoutes(deps),
  ];
}
