// The base of analytics tests, without HTTP: real stores with workspaces and a shared zone, at a fixed moment.

import { openTestDatabase, startClickHouse, type TestClickHouse, type TestDatabase } from '@kurz/backends';
import { type ClickHouse, openClickHouse, singleShard } from '@kurz/click-tables';
import { openDatabase, type Db } from '@kurz/database';
import { makeMemoryLiveClicks, type LiveClicks } from '@kurz/live-clicks';
import { makeMetrics, silentLog, type Closing } from '@kurz/process';
import {
  makeQueryAnalytics,
  type QueryAnalytics,
  type QueryAnalyticsConfig,
} from '../../../services/api/src/analytics/query-analytics';
import { windowOf, type StatsWindow, type WindowQuery } from '../../../services/api/src/stats/window-of';
import { LENIENT_TIMEOUTS } from '../../fixture-database';

/** The moment of the tests. */
const NOW = Date.parse('2026-03-15T02:30:00Z');

export const ZONE = { id: 'zon_1', domain: 'kurz.example' };

export type Progress = { position: number; consolidatedUntil: string; partition?: number };

export type AnalyticsStores = {
  db: Db;
  postgres: TestDatabase;
  server: TestClickHouse;
  clickHouse: ClickHouse;
  liveClicks: LiveClicks;
  setProgress: (progress: Progress) => Promise<void>;
  /** Makes a reader with its own circuit breaker. */
  queryWith: (config?: QueryAnalyticsConfig) => QueryAnalytics;
};

/** The window of a query at 2026-03-15 02:30 UTC. */
export function windowFor(query: WindowQuery = {}, retentionDays = 730): StatsWindow {
  const outcome = windowOf(query, { now: NOW, retentionDays });
  if (outcome.kind !== 'window') throw new Error(outcome.kind);
  return outcome.window;
}

async function addWorkspaces(db: Db, ids: readonly string[]): Promise<void> {
  await db.insertInto('users').values({ id: 'usr_1', email: 'a@example.com' }).execute();
  for (const id of ids) {
    await db.insertInto('workspaces').values({ id, name: id, owner_id: 'usr_1', plan: 'pro' }).execute();
  }
  await db
    .insertInto('zones')
    .values({ ...ZONE, name: 'Kurz', zone_type: 'global', is_default: true })
    .execute();
}

export async function openAnalyticsStores(
  closing: Closing,
  workspaceIds: readonly string[],
): Promise<AnalyticsStores> {
  const postgres = await openTestDatabase();
  closing.add('postgres', postgres.close);
  const server = await startClickHouse();
  closing.add('clickhouse server', server.close);
  const { db, close } = openDatabase({ ...postgres.options, ...LENIENT_TIMEOUTS });
  closing.add('database', close);
  const clickHouse = openClickHouse(server.options);
  closing.add('clickhouse', clickHouse.close);
  const liveClicks = makeMemoryLiveClicks({ clock: { now: () => NOW } });
  closing.add('live clicks', liveClicks.close);
  await addWorkspaces(db, workspaceIds);
  return {
    db,
    postgres,
    server,
    clickHouse,
    liveClicks,
    setProgress: async ({ position, consolidatedUntil, partition = 0 }) => {
      const row = { stream_partition: partition, position, consolidated_until: new Date(consolidatedUntil) };
      await db
        .insertInto('stream_progress')
        .values(row)
        .onConflict((conflict) => conflict.column('stream_partition').doUpdateSet(row))
        .execute();
    },
    queryWith: (config) => {
      const deps = { shards: singleShard(clickHouse), log: silentLog, metrics: makeMetrics() };
      const { queryAnalytics, close: endBreaker } = makeQueryAnalytics(deps, config);
      closing.add('breaker', () => Promise.resolve(endBreaker()));
      return queryAnalytics;
    },
  };
}
