// Campaign reports on real stores, without HTTP: one workspace, its zone, and tagged links made on demand.

import { openDatabase, type Db } from '@kurz/database';
import type { LiveClicks } from '@kurz/live-clicks';
import { openedOrClosed, silentLog, type Closing } from '@kurz/process';
import { readOnPrimary } from '../../../services/api/src/replica/read-fresh';
import type { QueryAnalyticsConfig } from '../../../services/api/src/analytics/query-analytics';
import {
  makeReadCampaignReport,
  type ReadCampaignReport,
} from '../../../services/api/src/campaigns/read-campaign-report';
import { openAnalyticsStores, ZONE, type AnalyticsStores } from '../api-stats/open-analytics-stores';

export { windowFor } from '../api-stats/open-analytics-stores';

export const WORKSPACE = 'ws_campaigns';

export type Tags = { campaign?: string; source?: string; medium?: string; term?: string };
export type NewLink = Tags & {
  id?: string;
  workspaceId?: string;
  createdAt?: string;
  trackingSince?: string;
  hits?: number;
};

type Stores = Pick<AnalyticsStores, 'db' | 'server' | 'clickHouse' | 'liveClicks' | 'setProgress'>;
export type CampaignWorld = Stores & {
  /** For setup that takes longer than the service's timeouts. */
  dbWithoutTimeout: Db;
  /** Created 2026-01-01 by default. Resolves with the ids. */
  addLinks: (links: NewLink[]) => Promise<string[]>;
  /** A reader with its own circuit breaker. */
  readerWith: (config?: QueryAnalyticsConfig, liveClicks?: LiveClicks) => ReadCampaignReport;
  /** Forgets all links, clicks and progress. */
  clear: () => Promise<void>;
  close: () => Promise<void>;
};

async function open(closing: Closing): Promise<CampaignWorld> {
  const { queryWith, postgres, ...stores } = await openAnalyticsStores(closing, [WORKSPACE, 'ws_other']);
  const { db, clickHouse, liveClicks: live } = stores;
  const withoutTimeout = openDatabase({ ...postgres.options, statementTimeoutMs: 0 });
  closing.add('database without timeout', withoutTimeout.close);
  let links = 0;
  const url = 'https://destination.example/';
  const rowOf = ({ campaign, source, medium, term, ...link }: NewLink) => ({
    id: link.id ?? `lnk_${++links}`,
    workspace_id: link.workspaceId ?? WORKSPACE,
    zone_id: ZONE.id,
    slug: `slug-${links}-${link.id ?? ''}`,
    url,
    location: url,
    utm_campaign: campaign ?? null,
    utm_source: source ?? null,
    utm_medium: medium ?? null,
    utm_term: term ?? null,
    tracking_since: link.trackingSince ?? null,
    created_at: new Date(link.createdAt ?? '2026-01-01T00:00:00Z'),
  });
  return {
    ...stores,
    dbWithoutTimeout: withoutTimeout.db,
    addLinks: async (newLinks) => {
      const rows = newLinks.map(rowOf);
      await db.insertInto('links').values(rows).execute();
      const hits = rows.map((row, index) => ({ link_id: row.id, hits: newLinks[index]?.hits ?? 0 }));
      await db.insertInto('link_hits').values(hits).execute();
      return rows.map((row) => row.id);
    },
    readerWith: (config, liveClicks = live) =>
      makeReadCampaignReport(
        { db, readFresh: readOnPrimary(db), queryAnalytics: queryWith(config), liveClicks, log: silentLog },
        config,
      ),
    clear: async () => {
      for (const table of ['links', 'link_hits', 'stream_progress'] as const) {
        await db.deleteFrom(table).execute();
      }
      await clickHouse.client.command({ query: 'TRUNCATE TABLE kurz.clicks_daily' });
      await live.seed({ partition: 0, position: 0, additions: [] });
    },
    close: closing.close,
  };
}

export const startCampaigns = (): Promise<CampaignWorld> => openedOrClosed(open);
