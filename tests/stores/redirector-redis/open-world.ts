// Redirectors in this process over a real Redis and Postgres, as production has them: each with connections of its own,
// and an API's view of the link cache through which changes are made.

import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { startPostgres, startRedis, type TestPostgres, type TestRedis } from '@kurz/backends';
import { openJournalWriter } from '@kurz/click-journal';
import { openDatabase, type Db } from '@kurz/database';
import { makeRedisLinkCache, type LinkCache } from '@kurz/link-cache';
import { makeMetrics, openedOrClosed, silentLog, systemClock, type Closing } from '@kurz/process';
import {
  answerClientError,
  makeRedirector,
  makeRedisAttempts,
  redirectServerOptions,
  type RedirectorSettings,
} from '@kurz/redirector';
import { openRedis } from '@kurz/redis';
import { addWorkspace } from '../redirector/stored-links';
import { makeWatchedReads, type WatchedReads } from '../redirector/watched-reads';
import { until } from '../../until';
import { openFixtureDatabase } from '../../fixture-database';

export type OpenInstance = {
  port: number;
  reads: WatchedReads;
  /** Folder of its journal. */
  journalFolder: string;
  /** Its connection for subscriptions. */
  subscriber: ReturnType<typeof openRedis>;
};

export type World = {
  db: Db;
  postgres: TestPostgres;
  redis: TestRedis;
  /** The link cache as the API has it. */
  linkCache: LinkCache;
  /** Connection for an operator's commands to Redis. */
  admin: ReturnType<typeof openRedis>;
  /** Opens another redirector. */
  openInstance: (options?: InstanceOptions) => Promise<OpenInstance>;
  close: () => Promise<void>;
};

export type InstanceOptions = {
  settings?: RedirectorSettings;
  /** Address of its subscription. Default: Redis itself. */
  subscriberUrl?: string;
  /** Default: 3,000, so that a busy machine does not look like an outage; production has 50. */
  commandTimeoutMs?: number;
};

async function openInstance(
  stores: { postgres: TestPostgres; redis: TestRedis },
  options: InstanceOptions,
  closing: Closing,
): Promise<OpenInstance> {
  const database = openDatabase(stores.postgres.options);
  closing.add('database', database.close);
  const folder = await mkdtemp(path.join(os.tmpdir(), 'kurz-test-journal-'));
  closing.add('journal folder', () => rm(folder, { recursive: true, force: true }));
  const journal = await openJournalWriter({ directory: folder }, { log: silentLog, metrics: makeMetrics() });
  closing.add('journal', journal.close);
  const connect = (name: string, url: string) => {
    const connection = openRedis(
      url,
      { log: silentLog, name },
      { commandTimeoutMs: options.commandTimeoutMs ?? 3_000 },
    );
    closing.add(name, () => connection.disconnect());
    return connection;
  };
  const redis = connect('link-cache', stores.redis.url);
  const subscriber = connect('changes', options.subscriberUrl ?? stores.redis.url);
  await until(() => redis.status === 'ready' && subscriber.status === 'ready');
  const linkCache = makeRedisLinkCache({ redis, subscriber, log: silentLog, clock: systemClock });
  closing.add('link_cache', linkCache.close);
  const reads = makeWatchedReads();
  const redirector = await makeRedirector(
    {
      db: database.db.withPlugin(reads.plugin),
      linkCache,
      sharedAttempts: makeRedisAttempts(redis),
      journal,
      clock: systemClock,
      log: silentLog,
      metrics: makeMetrics(),
    },
    options.settings ?? {},
  );
  closing.add('redirector', redirector.close);
  const server = http.createServer(redirectServerOptions, redirector.handle);
  server.on('clientError', answerClientError);
  server.listen({ port: 0, host: '127.0.0.1', backlog: 2_048 });
  await once(server, 'listening');
  closing.add('server', async () => {
    server.closeAllConnections();
    server.close();
    await once(server, 'close');
  });
  const { port } = server.address() as AddressInfo;
  return { port, journalFolder: folder, reads, subscriber };
}

/** Stores with the shared zone and no link; closes what it opened when it cannot open the rest. */
export const openWorld = (): Promise<World> =>
  openedOrClosed(async (closing) => {
    const postgres = await startPostgres();
    closing.add('postgres', postgres.close);
    const redis = await startRedis();
    closing.add('redis', redis.close);
    const database = openFixtureDatabase(postgres.options);
    closing.add('database', database.close);
    await addWorkspace(database.db);
    const admin = openRedis(redis.url, { log: silentLog, name: 'api' }, { commandTimeoutMs: 5_000 });
    closing.add('admin', () => admin.disconnect());
    await until(() => admin.status === 'ready');
    const linkCache = makeRedisLinkCache({ redis: admin, log: silentLog, clock: systemClock });
    closing.add('link_cache', linkCache.close);
    return {
      db: database.db,
      postgres,
      redis,
      linkCache,
      admin,
      openInstance: (options = {}) => openInstance({ postgres, redis }, options, closing),
      close: closing.close,
    };
  });
