// Campaign reports on real stores, without HTTP: one workspace, its zone, and tagged links made on demand.

import { startClickHouse, openTestDatabase, type TestClickHouse } from '@kurz/backends';
import { openClickHouse, type ClickHouse } from '@kurz/click-tables';
import { openDatabase, type Db } from '@kurz/database';
import { makeMemoryLiveClicks, type LiveClicks } from '@kurz/live-clicks';
import { type Closing, makeClosing, makeMetrics, silentLog } from '@kurz/process';
import { makeAskAnalytics, type AskAnalyticsConfig } from '../../../services/api/src/analytics/ask-analytics';
import {
  makeReadCampaignReport,
  type ReadCampaignReport,
} from '../../../services/api/src/campaigns/read-campaign-report';
import { windowOf, type StatsWindow, type WindowQuery } from '../../../services/api/src/stats/window-of';

export const WORKSPACE = 'ws_campaigns';

/** The moment of the tests. */
const NOW = Date.parse('2026-03-15T02:30:00Z');

export type Tags = { campaign?: string; source?: string; medium?: string; term?: string };
export type NewLink = Tags & {
  id?: string;
  workspaceId?: string;
  createdAt?: string;
  trackingSince?: string;
  hits?: number;
};

export type CampaignWorld = {
  db: Db;
  /** For setting up what takes longer than the service would wait. */
  patientDb: Db;
  server: TestClickHouse;
  clickHouse: ClickHouse;
  liveClicks: LiveClicks;
  /** Created 2026-01-01 by default. Resolves with the ids. */
  addLinks: (links: NewLink[]) => Promise<string[]>;
  setProgress: (progress: {
    position: number;
    consolidatedUntil: string;
    partition?: number;
  }) => Promise<void>;
  /** A reader with a breaker of its own. */
  readerWith: (config?: AskAnalyticsConfig, liveClicks?: LiveClicks) => ReadCampaignReport;
  /** Forgets all links, clicks and progress. */
  clear: () => Promise<void>;
  close: () => Promise<void>;
};

/** The window of a query at 2026-03-15 02:30 UTC. */
export function windowFor(query: WindowQuery = {}, retentionDays = 730): StatsWindow {
  const outcome = windowOf(query, { now: NOW, retentionDays });
  if (outcome.kind !== 'window') throw new Error(outcome.kind);
  return outcome.window;
}

async function addWorkspaces(db: Db): Promise<void> {
  await db.insertInto('users').values({ id: 'usr_1', email: 'a@example.com' }).execute();
  for (const id of [WORKSPACE, 'ws_other']) {
    await db.insertInto('workspaces').values({ id, name: id, owner_id: 'usr_1', plan: 'pro' }).execute();
  }
  await db
    .insertInto('zones')
    .values({ id: 'zon_1', domain: 'kurz.example', name: 'Kurz', zone_type: 'global', is_default: true })
    .execute();
}

async function open(closing: Closing): Promise<CampaignWorld> {
  const postgres = await openTestDatabase();
  closing.add('postgres', postgres.close);
  const server = await startClickHouse();
  closing.add('clickhouse server', server.close);
  const { db, close } = openDatabase(postgres.options);
  closing.add('database', close);
  const patient = openDatabase({ ...postgres.options, statementTimeoutMs: 0 });
  closing.add('patient database', patient.close);
  const clickHouse = openClickHouse(server.options);
  closing.add('clickhouse', clickHouse.close);
  const live = makeMemoryLiveClicks({ clock: { now: () => NOW } });
  closing.add('live clicks', live.close);
  await addWorkspaces(db);
  let links = 0;
  const url = 'https://destination.example/';
  const rowOf = ({ campaign, source, medium, term, ...link }: NewLink) => ({
    id: link.id ?? `lnk_${++links}`,
    workspace_id: link.workspaceId ?? WORKSPACE,
    zone_id: 'zon_1',
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
    db,
    patientDb: patient.db,
    server,
    clickHouse,
    liveClicks: live,
    addLinks: async (newLinks) => {
      const rows = newLinks.map(rowOf);
      await db.insertInto('links').values(rows).execute();
      const hits = rows.map((row, index) => ({ link_id: row.id, hits: newLinks[index]?.hits ?? 0 }));
      await db.insertInto('link_hits').values(hits).execute();
      return rows.map((row) => row.id);
    },
    setProgress: async ({ position, consolidatedUntil, partition = 0 }) => {
      const row = { stream_partition: partition, position, consolidated_until: new Date(consolidatedUntil) };
      await db
        .insertInto('stream_progress')
        .values(row)
        .onConflict((conflict) => conflict.column('stream_partition').doUpdateSet(row))
        .execute();
    },
    readerWith: (config, liveClicks = live) => {
      const deps = { clickHouse, log: silentLog, metrics: makeMetrics() };
      const { askAnalytics, close } = makeAskAnalytics(deps, config);
      closing.add('breaker', () => Promise.resolve(close()));
      return makeReadCampaignReport({ db, askAnalytics, liveClicks, log: silentLog }, config);
    },
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

export async function startCampaigns(): Promise<CampaignWorld> {
  const closing = makeClosing();
  try {
    return await open(closing);
  } catch (error) {
    // a server left behind would keep the test run from ending
    await closing.close();
    throw error;
  }
}
