// Stats on real stores, without HTTP: one workspace, its shared zone, and links made on demand.

import { openedOrClosed, silentLog, type Closing } from '@kurz/process';
import type { LiveClicks } from '@kurz/live-clicks';
import type {
  QueryAnalytics,
  QueryAnalyticsConfig,
} from '../../../services/api/src/analytics/query-analytics';
import { makeReadLinkStats, type ReadLinkStats } from '../../../services/api/src/stats/read-link-stats';
import type { StatsLink } from '../../../services/api/src/stats/stats-of';
import { openAnalyticsStores, ZONE, type AnalyticsStores } from './open-analytics-stores';

export { windowFor } from './open-analytics-stores';

export const WORKSPACE = 'ws_stats';

type Stores = Pick<AnalyticsStores, 'db' | 'server' | 'clickHouse' | 'liveClicks' | 'setProgress'>;
export type StatsWorld = Stores & {
  /** A link that exists in Postgres, created 2026-01-01. */
  addLink: () => Promise<StatsLink>;
  ask: QueryAnalytics;
  /** A reader with its own circuit breaker. */
  readerWith: (config: QueryAnalyticsConfig, liveClicks?: LiveClicks) => ReadLinkStats;
  close: () => Promise<void>;
};

async function open(closing: Closing): Promise<StatsWorld> {
  const { queryWith, ...stores } = await openAnalyticsStores(closing, [WORKSPACE]);
  const { db, clickHouse, liveClicks: live } = stores;
  // by the real clock, the TTL would remove the hours of the tests' fixed day
  await clickHouse.client.command({ query: 'ALTER TABLE kurz.clicks_hourly REMOVE TTL' });
  let links = 0;
  return {
    ...stores,
    addLink: async () => {
      const link: StatsLink = {
        id: `lnk_${++links}`,
        workspaceId: WORKSPACE,
        slug: `slug-${links}`,
        zoneDomain: ZONE.domain,
        createdAt: new Date('2026-01-01T00:00:00Z'),
      };
      const url = 'https://destination.example/';
      await db
        .insertInto('links')
        .values({
          id: link.id,
          workspace_id: WORKSPACE,
          zone_id: ZONE.id,
          slug: link.slug,
          url,
          location: url,
          tracking_since: '2026-03-06',
          created_at: link.createdAt,
        })
        .execute();
      return link;
    },
    ask: queryWith(),
    readerWith: (config, liveClicks = live) =>
      makeReadLinkStats({ db, queryAnalytics: queryWith(config), liveClicks, log: silentLog }, config),
    close: closing.close,
  };
}

export const startStats = (): Promise<StatsWorld> => openedOrClosed(open);
