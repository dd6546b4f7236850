// Stats on real stores, without HTTP: one workspace, its shared zone, and links made on demand.

import { startClickHouse, openTestDatabase, type TestClickHouse } from '@kurz/backends';
import { openClickHouse, type ClickHouse } from '@kurz/click-tables';
import { openDatabase, type Db } from '@kurz/database';
import { makeMemoryLiveClicks, type LiveClicks } from '@kurz/live-clicks';
import { type Closing, makeClosing, makeMetrics, silentLog } from '@kurz/process';
import { makeAskAnalytics, type AskAnalyticsConfig } from '../../../services/api/src/analytics/ask-analytics';
import { makeReadLinkStats, type ReadLinkStats } from '../../../services/api/src/stats/read-link-stats';
import type { StatsLink } from '../../../services/api/src/stats/stats-of';
import { windowOf, type StatsWindow, type WindowQuery } from '../../../services/api/src/stats/window-of';

export const WORKSPACE = 'ws_stats';

/** The moment of the tests. */
const NOW = Date.parse('2026-03-15T02:30:00Z');

export type StatsWorld = {
  db: Db;
  server: TestClickHouse;
  clickHouse: ClickHouse;
  liveClicks: LiveClicks;
  /** A link that exists in Postgres, created 2026-01-01. */
  addLink: () => Promise<StatsLink>;
  setProgress: (progress: {
    position: number;
    consolidatedUntil: string;
    partition?: number;
  }) => Promise<void>;
  /** A reader with a breaker of its own. */
  readerWith: (config: AskAnalyticsConfig, liveClicks?: LiveClicks) => ReadLinkStats;
  close: () => Promise<void>;
};

/** The window of a query at 2026-03-15 02:30 UTC, with 730 days of retention. */
export function windowFor(query: WindowQuery = {}): StatsWindow {
  const outcome = windowOf(query, { now: NOW, retentionDays: 730 });
  if (outcome.kind !== 'window') throw new Error(outcome.kind);
  return outcome.window;
}

async function addWorkspace(db: Db): Promise<void> {
  await db.insertInto('users').values({ id: 'usr_1', email: 'a@example.com' }).execute();
  await db
    .insertInto('workspaces')
    .values({ id: WORKSPACE, name: 'Stats', owner_id: 'usr_1', plan: 'pro' })
    .execute();
  await db
    .insertInto('zones')
    .values({ id: 'zon_1', domain: 'kurz.example', name: 'Kurz', zone_type: 'global', is_default: true })
    .execute();
}

async function open(closing: Closing): Promise<StatsWorld> {
  const postgres = await openTestDatabase();
  closing.add('postgres', postgres.close);
  const server = await startClickHouse();
  closing.add('clickhouse server', server.close);
  const { db, close } = openDatabase(postgres.options);
  closing.add('database', close);
  const clickHouse = openClickHouse(server.options);
  closing.add('clickhouse', clickHouse.close);
  const live = makeMemoryLiveClicks({ clock: { now: () => NOW } });
  closing.add('live clicks', live.close);
  await addWorkspace(db);
  // the hours of the tests' fixed day are long past for the real clock
  await clickHouse.client.command({ query: 'ALTER TABLE kurz.clicks_hourly REMOVE TTL' });
  let links = 0;
  return {
    db,
    server,
    clickHouse,
    liveClicks: live,
    addLink: async () => {
      const link: StatsLink = {
        id: `lnk_${++links}`,
        workspaceId: WORKSPACE,
        slug: `slug-${links}`,
        zoneDomain: 'kurz.example',
        createdAt: new Date('2026-01-01T00:00:00Z'),
      };
      const url = 'https://destination.example/';
      await db
        .insertInto('links')
        .values({
          id: link.id,
          workspace_id: WORKSPACE,
          zone_id: 'zon_1',
          slug: link.slug,
          url,
          location: url,
          tracking_since: '2026-03-06',
          created_at: link.createdAt,
        })
        .execute();
      return link;
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
      return makeReadLinkStats({ db, askAnalytics, liveClicks, log: silentLog }, config);
    },
    close: closing.close,
  };
}

export async function startStats(): Promise<StatsWorld> {
  const closing = makeClosing();
  try {
    return await open(closing);
  } catch (error) {
    // a server left behind would keep the test run from ending
    await closing.close();
    throw error;
  }
}
