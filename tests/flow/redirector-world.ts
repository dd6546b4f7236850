// What a test's redirector processes need: real PostgreSQL and Redis, a workspace with links, folders for journals.

import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import {
  freePort,
  startPostgres,
  startTestedRedis,
  type TestedRedis,
  type TestPostgres,
} from '@kurz/backends';
import type { Db } from '@kurz/database';
import { openedOrClosed, type Closing } from '@kurz/process';
import { openFixtureDatabase } from '../fixture-database';
import { addLink, addWorkspace } from '../stores/redirector/stored-links';
import { startService, urlOfPostgres, type ServiceProcess } from './service-process';
import { until } from '../until';

export type RedirectorProcess = ServiceProcess & {
  port: number;
  journalDirectory: string;
  /** The number in the first group of `line`, matched against a scrape. */
  metric: (line: RegExp) => Promise<number | undefined>;
};

type StartOptions = {
  isReadyAwaited?: boolean;
  /** The repository that it is built in; default: this one. */
  root?: string;
  /** The limit of open files for each of its processes; default: the test run's. */
  openFiles?: number;
};

export type RedirectorWorld = {
  postgres: TestPostgres;
  redis: TestedRedis;
  db: Db;
  /** Starts a redirector on its own ports; resolves when it is ready, or at once if `isReadyAwaited` is false. */
  start: (settings?: Record<string, string>, options?: StartOptions) => Promise<RedirectorProcess>;
  close: () => Promise<void>;
};

/** A port without a listener: Kafka is away. */
export const NO_KAFKA = '127.0.0.1:9';

/** Starts a redirector with its own ports and journal; `closing` ends it. */
export async function startRedirector(
  {
    postgres,
    redis,
    closing,
  }: Pick<RedirectorWorld, 'postgres'> & { redis: Pick<TestedRedis, 'url'>; closing: Closing },
  settings: Record<string, string>,
  { isReadyAwaited = true, ...place }: StartOptions = {},
): Promise<RedirectorProcess> {
  const port = await freePort();
  const folder = await mkdtemp(path.join(os.tmpdir(), 'kurz-test-journals-'));
  closing.add('journals', () => rm(folder, { recursive: true, force: true }));
  const all = {
    KURZ_HOST: '127.0.0.1',
    KURZ_PORT: String(port),
    KURZ_OPS_HOST: '127.0.0.1',
    KURZ_OPS_PORT: String(await freePort()),
    KURZ_PRE_STOP_MS: '200',
    KURZ_NODE_NAME: 'node',
    KURZ_JOURNAL_DIR: folder,
    KURZ_POSTGRES_URL: urlOfPostgres(postgres.options),
    KURZ_REDIS_URL: redis.url,
    KURZ_KAFKA_BROKERS: NO_KAFKA,
    ...settings,
  };
  const service = startService('redirector', all, place);
  closing.add('redirector', service.close);
  if (isReadyAwaited) {
    await until(async () => service.hasEnded() || (await service.isReady()), {
      what: 'the redirector is ready',
    });
    if (service.hasEnded()) throw new Error(`the redirector ended: ${service.log()}`);
  }
  return {
    ...service,
    port,
    journalDirectory: all.KURZ_JOURNAL_DIR,
    metric: async (line: RegExp) => {
      const scraped = await service.ask('/metrics');
      const value = line.exec(scraped?.text ?? '')?.[1];
      return value === undefined ? undefined : Number(value);
    },
  };
}

export const openRedirectorWorld = (slugs: readonly string[]): Promise<RedirectorWorld> =>
  openedOrClosed((closing) => openAll(slugs, closing));

async function openAll(slugs: readonly string[], closing: Closing): Promise<RedirectorWorld> {
  const [postgres, redis] = await Promise.all([
    closing.keep('postgres', startPostgres()),
    closing.keep('redis', startTestedRedis()),
  ]);
  const database = openFixtureDatabase(postgres.options);
  closing.add('database', database.close);
  await addWorkspace(database.db);
  for (const slug of slugs) await addLink(database.db, slug);

  const start = (settings: Record<string, string> = {}, options: StartOptions = {}) =>
    startRedirector({ postgres, redis, closing }, settings, options);
  return { postgres, redis, db: database.db, start, close: closing.close };
}
