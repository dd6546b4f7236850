// What the three stores hold for each link: clicks_daily in ClickHouse, hits in PostgreSQL, live counts in Redis. They
// are read directly, because the API would hide that one lags behind another.

import type { TestClickHouse } from '@kurz/backends';
import { openClickHouse } from '@kurz/click-tables';
import type { Db } from '@kurz/database';
import { makeRedisLiveClicks } from '@kurz/live-clicks';
import { silentLog } from '@kurz/process';
import { openRedisStore } from '@kurz/redis';

export type StoreName = 'daily' | 'hits' | 'live';

/** Requests by slug. */
export type Requests = Map<string, number>;

export type Difference = { lost: number; doubled: number };

export type Counted = {
  workspaceId: string;
  /** The id of a link, also when the link was deleted after the first call for it. */
  linkId: (slug: string) => Promise<string>;
  requests: (store: StoreName, slugs: readonly string[]) => Promise<Requests>;
  /** The number of a link's rows in all tables of ClickHouse, its hits and its live counts. */
  tracesOf: (linkId: string) => Promise<number>;
  /** When the earliest hour with a visit begins, ms. */
  firstHour: () => Promise<number>;
  /** True when the erasure of a deleted link is complete. */
  isErased: (linkId: string) => Promise<boolean>;
  close: () => Promise<void>;
};

const DAY_MS = 86_400_000;
const TABLES = ['clicks_hourly', 'clicks_daily', 'clicks_daily_by'];

/** From two days ago to tomorrow: a test may run over midnight, or set the clock back. */
const daysAround = () =>
  [1, 0, -1, -2].map((days) => new Date(Date.now() + days * DAY_MS).toISOString().slice(0, 10));

export function openCounted(
  stores: { db: Db; clickHouse: TestClickHouse; redis: { url: string } },
  workspaceId: string,
): Counted {
  const { db } = stores;
  const { client, close: closeClickHouse } = openClickHouse(stores.clickHouse.options);
  const redis = openRedisStore(
    stores.redis.url,
    { log: silentLog, name: 'test' },
    { commandTimeoutMs: 10_000 },
  );
  const liveClicks = makeRedisLiveClicks({ redis });
  const ids = new Map<string, string>();

  const linkId = async (slug: string) => {
    const known = ids.get(slug);
    if (known !== undefined) return known;
    const { id } = await db
      .selectFrom('links')
      .select('id')
      .where('slug', '=', slug)
      .executeTakeFirstOrThrow();
    ids.set(slug, id);
    return id;
  };
  const rows = async <Row>(query: string): Promise<Row[]> =>
    (await client.query({ query, format: 'JSONEachRow' })).json<Row>();
  const liveOf = async (id: string) => {
    const days = await liveClicks.read({ workspaceId, linkId: id }, daysAround());
    return days.reduce((sum, { requests }) => sum + requests, 0);
  };

  const byLink: Record<StoreName, (linkIds: readonly string[]) => Promise<Requests>> = {
    daily: async () => {
      const found = await rows<{ link_id: string; n: string }>(
        'SELECT link_id, toString(sum(requests)) AS n FROM kurz.clicks_daily FINAL GROUP BY link_id',
      );
      return new Map(found.map(({ link_id, n }) => [link_id, Number(n)]));
    },
    hits: async () => {
      const found = await db.selectFrom('link_hits').select(['link_id', 'hits']).execute();
      return new Map(found.map(({ link_id, hits }) => [link_id, Number(hits)]));
    },
    live: async (linkIds) => {
      const found: Requests = new Map();
      for (const id of linkIds) found.set(id, await liveOf(id));
      return found;
    },
  };
  const requests: Counted['requests'] = async (store, slugs) => {
    for (const slug of slugs) await linkId(slug);
    const found = await byLink[store](slugs.map((slug) => ids.get(slug) ?? ''));
    return new Map(slugs.map((slug) => [slug, found.get(ids.get(slug) ?? '') ?? 0]));
  };

  return {
    workspaceId,
    linkId,
    requests,
    tracesOf: async (id) => {
      let traces = await liveOf(id);
      for (const table of TABLES) {
        const [row] = await rows<{ n: string }>(
          `SELECT toString(count()) AS n FROM kurz.${table} WHERE link_id = '${id}'`,
        );
        traces += Number(row?.n);
      }
      const hits = await db.selectFrom('link_hits').select('hits').where('link_id', '=', id).execute();
      return traces + hits.length;
    },
    firstHour: async () => {
      const [row] = await rows<{ n: string }>(
        'SELECT toString(toUnixTimestamp(min(hour))) AS n FROM kurz.clicks_hourly FINAL',
      );
      return Number(row?.n) * 1_000;
    },
    isErased: async (id) => {
      const erasure = db.selectFrom('erasures').select('closed_at').where('link_id', '=', id);
      return ((await erasure.executeTakeFirst())?.closed_at ?? null) !== null;
    },
    close: async () => {
      redis.disconnect();
      await closeClickHouse();
    },
  };
}
