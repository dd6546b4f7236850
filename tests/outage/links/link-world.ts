// The world of the outage tests of links: PostgreSQL and Redis, each also behind a proxy, a workspace with a token, and
// the built APIs and redirectors as processes. Kafka and ClickHouse are away: no link needs them.

import { createWorkspaceToken, setPlan } from '@kurz/api';
import { freePort, startProxy, type TestedRedis, type TestProxy } from '@kurz/backends';
import type { LinkCache } from '@kurz/link-cache';
import { openedOrClosed, type Closing } from '@kurz/process';
import { HIGH_LIMIT_PLANS } from '../../high-limit-plans';
import { openRedirectorWorld, type RedirectorWorld } from '../../flow/redirector-world';
import { startService, urlOfPostgres, type ServiceProcess } from '../../flow/service-process';
import { until } from '../../until';
import { openTestedLinkCache } from '../../stores/link-cache/open-tested-link-cache';
import { WORKSPACE } from '../../stores/redirector/stored-links';
import { makeApiCaller, type ApiCaller } from './api-caller';

export const PEPPER = 'pepper-of-the-tests-32-characters';
const NO_CLICKHOUSE = 'http://127.0.0.1:9';

export type LinkApi = ServiceProcess & { origin: string; call: ApiCaller };

export type LinkWorld = Omit<RedirectorWorld, 'start'> & {
  postgresProxy: TestProxy;
  redisProxy: Awaited<ReturnType<TestedRedis['openProxied']>>['network'];
  /** Settings with which a service connects through the proxies instead of directly. */
  proxied: { KURZ_POSTGRES_URL: string; KURZ_REDIS_URL: string };
  /** The test's own view of the link cache, without the proxy. */
  linkCache: LinkCache;
  startRedirector: RedirectorWorld['start'];
  /** Resolves when it is ready. */
  startApi: (settings?: Record<string, string>) => Promise<LinkApi>;
  /** A token of the workspace, or of another one, with its id. */
  addToken: (workspaceId?: string) => Promise<{ id: string; secret: string }>;
};

export const openLinkWorld = (): Promise<LinkWorld> => openedOrClosed(openAll);

async function openAll(closing: Closing): Promise<LinkWorld> {
  const world = await openRedirectorWorld([]);
  closing.add('world', world.close);
  const { postgres, redis, db } = world;
  const { host, port } = postgres.options;
  const postgresProxy = await startProxy({ host, port });
  closing.add('postgres proxy', postgresProxy.close);
  const proxiedRedis = await redis.openProxied();
  closing.add('redis proxy', proxiedRedis.close);
  const linkCache = await openTestedLinkCache(redis.url);
  closing.add('link_cache', linkCache.close);

  // the tests' plans do not limit the requests of this plan
  await setPlan(db, WORKSPACE, 'team');
  await db.updateTable('zones').set({ is_default: true }).execute();
  const addToken = async (workspaceId = WORKSPACE) => {
    const scopes = ['links:read', 'links:write', 'domains:read'] as const;
    const made = await createWorkspaceToken(db, PEPPER, { workspaceId, name: 'test', scopes });
    if (made.kind !== 'created') throw new Error(`the setup ended with ${made.kind}`);
    return { id: made.tokenId, secret: made.secret };
  };
  const { secret } = await addToken();

  const startApi = async (settings: Record<string, string> = {}) => {
    const apiPort = await freePort();
    const api = startService('api', {
      KURZ_HOST: '127.0.0.1',
      KURZ_PORT: String(apiPort),
      KURZ_OPS_HOST: '127.0.0.1',
      KURZ_OPS_PORT: String(await freePort()),
      KURZ_PRE_STOP_MS: '0',
      KURZ_TOKEN_PEPPER: PEPPER,
      ...HIGH_LIMIT_PLANS,
      KURZ_ANONYMOUS_LIMIT: '1000000',
      KURZ_POSTGRES_URL: urlOfPostgres(postgres.options),
      KURZ_CLICKHOUSE_URL: NO_CLICKHOUSE,
      KURZ_REDIS_URL: redis.url,
      ...settings,
    });
    closing.add('api', api.close);
    await until(async () => api.hasEnded() || (await api.isReady()), {
      what: 'the API is ready',
    });
    if (api.hasEnded()) throw new Error(`the API ended: ${api.log()}`);
    const origin = `http://127.0.0.1:${settings['KURZ_PORT'] ?? apiPort}`;
    return { ...api, origin, call: makeApiCaller(origin, secret) };
  };
  return {
    ...world,
    postgresProxy,
    redisProxy: proxiedRedis.network,
    proxied: {
      KURZ_POSTGRES_URL: urlOfPostgres({ ...postgres.options, ...hostOf(postgresProxy) }),
      KURZ_REDIS_URL: proxiedRedis.url,
    },
    linkCache: linkCache.linkCache,
    startRedirector: world.start,
    startApi,
    addToken,
    close: closing.close,
  };
}

const hostOf = ({ host, port }: TestProxy) => ({ host, port });
