// Three ClickHouse shards for the ingesters of a bench, and workspaces on each of them.

import { setTimeout as sleep } from 'node:timers/promises';
import { startClickHouse, type TestClickHouse } from '@kurz/backends';
import type { Visit } from '@kurz/click-event';
import {
  makeClickShards,
  openClickHouses,
  type ClickHouse,
  type ClickHouses,
  type ClickShards,
} from '@kurz/click-tables';
import { chooseShard, findShard } from '@kurz/database';
import { DAY_MS, dayOf, silentLog } from '@kurz/process';
import { sql } from 'kysely';
import { migrateStores } from '../../../services/admin/src/stores/migrate-stores';
import { findStreamProgress } from '../../../services/api/src/analytics/find-stream-progress';
import { countHumanVisits } from '../../../services/api/src/usage/count-human-visits';
import { readInTime } from '../../read-in-time';
import { until } from '../../until';
import { mixedVisits } from '../ingester/visits';
import type { StreamBench } from './stream-bench';

export const SHARDS = 3;
/** The hash of their names puts 2, 1 and 3 of them on the shards. */
export const WORKSPACES = ['ws_1', 'ws_2', 'ws_3', 'ws_4', 'ws_5', 'ws_6'];

/** Requests by workspace, then by shard. */
export type Counted = Record<string, number[]>;

export const sumOf = (counts: Counted): number =>
  Object.values(counts)
    .flat()
    .reduce((sum, requests) => sum + requests, 0);

export type ShardBench = {
  servers: TestClickHouse[];
  shards: ClickHouses;
  /** Settings with which an ingester uses the shards. */
  settings: Record<string, string>;
  /** The shard of each workspace. */
  shardOf: ReadonlyMap<string, number>;
  all: ClickShards;
  /** Requests of the workspace's link, on the shard that readers use. */
  requestsOf: (workspaceId: string) => Promise<number>;
  /** The same in the live counts, of today and yesterday. */
  liveRequestsOf: (workspaceId: string) => Promise<number>;
  /** Requests of each workspace's link in each shard, with FINAL. */
  counted: () => Promise<Counted>;
  /** Resolves when this many requests are counted and every intent is committed. */
  settled: (requests: number) => Promise<Counted>;
  /** Resolves when every batch is committed and published, so that a compaction may replace its rows. */
  published: () => Promise<void>;
  /** The number of missed ranges of all shards. */
  lackingRanges: () => Promise<number>;
  /** Humans of the last 30 days, as the API reads them. */
  humansOf: (workspaceId: string) => Promise<number>;
  close: () => Promise<void>;
};

export const linkOf = (workspaceId: string) => `lnk_of_${workspaceId}`;

/** `count` visits of each workspace, alternating between workspaces. */
export function visitsOf(count: number, workspaces: readonly string[] = WORKSPACES): Visit[] {
  const visits = mixedVisits(count * workspaces.length, workspaces.map(linkOf));
  return visits.map((visit, index) => ({
    ...visit,
    workspaceId: workspaces[index % workspaces.length] ?? '',
  }));
}

const PARTS = 10;
const PAUSE_MS = 100;

/** Ships the visits a tenth at a time, to the partitions in turn. */
export async function shipInParts(bench: Pick<StreamBench, 'ship'>, visits: readonly Visit[]): Promise<void> {
  const size = visits.length / PARTS;
  for (let part = 0; part < PARTS; part++) {
    await bench.ship(visits.slice(part * size, part * size + size), { partition: part % 4, chunkLines: 10 });
    await sleep(PAUSE_MS);
  }
}

/** The counts `before`, plus each workspace's visits on its shard. */
export function addVisits(
  shardOf: ReadonlyMap<string, number>,
  before: Counted,
  visits: readonly Visit[],
): Counted {
  const wanted: Counted = {};
  for (const workspaceId of WORKSPACES) {
    const added = visits.filter((visit) => visit.workspaceId === workspaceId).length;
    wanted[workspaceId] = Array.from(
      { length: SHARDS },
      (_, shard) => (before[workspaceId]?.[shard] ?? 0) + (shard === shardOf.get(workspaceId) ? added : 0),
    );
  }
  return wanted;
}

async function addWorkspaces({ database: { db } }: StreamBench): Promise<Map<string, number>> {
  const shardOf = new Map<string, number>();
  for (const id of WORKSPACES) {
    const shard = await chooseShard(db, id);
    shardOf.set(id, shard);
    await sql`
      INSERT INTO workspaces (id, name, owner_id, plan, shard) VALUES (${id}, ${id}, 'usr_1', 'team', ${shard})
      ON CONFLICT (id) DO UPDATE SET shard = excluded.shard`.execute(db);
    await sql`
      INSERT INTO links (id, workspace_id, zone_id, slug, url, location)
      VALUES (${linkOf(id)}, ${id}, 'zon_1', ${id}, 'https://example.com/', 'https://example.com/')`.execute(
      db,
    );
  }
  return shardOf;
}

/** Requires a bench without workspaces. */
export async function openShards(bench: StreamBench): Promise<ShardBench> {
  const servers = await Promise.all(Array.from({ length: SHARDS }, startClickHouse));
  const [one, two, three] = servers;
  if (!one || !two || !three) throw new Error('a server is missing');
  const clickHouses = [one.options, two.options, three.options] as const;
  const shards = openClickHouses(clickHouses);
  // no workspace exists yet, so new ones are spread at once
  const { options: postgres } = bench.postgres;
  await migrateStores({ postgres, clickHouses }, [], silentLog);
  await bench.addLinks([]);
  const { db } = bench.database;
  const all = makeClickShards(shards, (id) => findShard(db, id));
  const requestsByLink = async ({ client }: ClickHouse) => {
    const query = 'SELECT link_id, sum(requests) AS n FROM kurz.clicks_daily FINAL GROUP BY link_id';
    const answer = await client.query({ query, format: 'JSONEachRow' });
    const rows = await answer.json<{ link_id: string; n: number }>();
    return new Map(rows.map((row) => [row.link_id, row.n]));
  };
  const requests = async (shard: ClickHouse, workspaceId: string) =>
    (await requestsByLink(shard)).get(linkOf(workspaceId)) ?? 0;
  const counted = async () => {
    const found = await Promise.all(shards.map(requestsByLink));
    return Object.fromEntries(
      WORKSPACES.map((id) => [id, found.map((byLink) => byLink.get(linkOf(id)) ?? 0)]),
    );
  };
  const areCommitted = async () =>
    [...(await bench.committed()).values()].every(({ metadata }) => metadata.startsWith('{"to":null'));
  const urls = servers.map(({ options }) => options.url).join(',');
  return {
    servers,
    shards,
    all,
    settings: { KURZ_CLICKHOUSE_URL: '', KURZ_CLICKHOUSE_URLS: urls },
    shardOf: await addWorkspaces(bench),
    requestsOf: async (workspaceId) => requests(await all.of(workspaceId), workspaceId),
    liveRequestsOf: async (workspaceId) => {
      const days = [0, 1].map((ago) => dayOf(Date.now() - ago * DAY_MS));
      const live = await bench.liveClicks.read({ workspaceId, linkId: linkOf(workspaceId) }, days);
      return live.reduce((sum, day) => sum + day.requests, 0);
    },
    counted,
    lackingRanges: async () => (await db.selectFrom('missed_ranges').select('shard').execute()).length,
    settled: async (wanted) => {
      const isSettled = async () => {
        // a shard that was killed may still be starting
        const found = await counted().catch(() => undefined);
        if (!found || sumOf(found) < wanted) return false;
        return areCommitted();
      };
      await until(isSettled, { ms: 180_000 });
      return counted();
    },
    published: async () => {
      const isPublished = async () => {
        if (!(await areCommitted())) return false;
        const committed = await bench.committed();
        const rows = await db.selectFrom('stream_progress').selectAll().execute();
        return rows.every((row) => row.position === committed.get(row.stream_partition)?.offset);
      };
      await until(isPublished, { what: 'published batches' });
    },
    humansOf: async (workspaceId) => {
      const { partitions, compaction } = await findStreamProgress(db, workspaceId);
      const window = { start: new Date(Date.now() - 30 * DAY_MS), end: new Date(Date.now() + DAY_MS) };
      const scope = { workspaceId, ...window, progress: partitions, compaction };
      const shard = await all.of(workspaceId);
      return readInTime(() => countHumanVisits(shard, scope, new AbortController().signal));
    },
    close: async () => {
      await Promise.all(shards.map((shard) => shard.close()));
      await Promise.all(servers.map((server) => server.close()));
    },
  };
}
