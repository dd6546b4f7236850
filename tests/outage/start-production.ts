// Production for an outage test: a redirector of two workers, two ingesters and two APIs as they are deployed, over the
// test file's own real stores. Kafka and ClickHouse are behind proxies.

import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import {
  freePort,
  startClickHouse,
  startKafka,
  startPostgres,
  startProxy,
  startTestedRedis,
  type TestClickHouse,
  type TestKafka,
  type TestPostgres,
  type TestProxy,
  type TestedRedis,
} from '@kurz/backends';
import { ensureTopics } from '@kurz/click-stream';
import { openedOrClosed, type Closing } from '@kurz/process';
import { beginFirstStart } from '../../services/standalone/src/installation/first-start';
import { ensureLocalZone } from '../../services/standalone/src/installation/local-zone';
import { openFixtureDatabase } from '../fixture-database';
import { TESTED, TESTED_ENV } from '../tested-client';
import { HIGH_LIMIT_PLANS } from '../high-limit-plans';
import { makeApiClient, type ApiClient } from './api-client';
import { openCounted, type Counted } from './counted';
import { makeServiceUsers } from './make-service-users';
import { makeRestartableService, type RestartableService } from './restartable-service';

export const TOPIC = 'kurz.clicks';
export const DEAD_TOPIC = 'kurz.clicks.dead';
export const REDIRECTOR_WORKERS = 2;

const PEPPER = 'pepper-of-the-tests-32-characters';
const HOUR_MS = 3_600_000;
const PARTITIONS = 4;

/** `replication`: the number of replicas of the click stream. */
type Topic = { replication: number; partitions?: number };
const ONE_COPY: Topic = { replication: 1 };

/** The Kafka of the click stream. Default: one node behind a proxy. */
type Stream = { brokers: string[]; directBrokers: string[]; close: () => Promise<void> };

/** Default: one Redis. `nodes`: all servers of a cluster. */
type Cache = { url: string; nodes?: readonly { url: string }[]; close: () => Promise<void> };

export type Production<Kafka extends Stream = TestKafka, OfRedis extends Cache = TestedRedis> = {
  kafka: Kafka;
  clickHouse: TestClickHouse;
  /** Proxy between the services and ClickHouse. */
  clickHouseProxy: TestProxy;
  postgres: TestPostgres;
  redis: OfRedis;
  /** Folder of the redirector's journals. */
  journals: string;
  /** Port of the redirector. */
  port: number;
  redirector: RestartableService;
  ingesters: [RestartableService, RestartableService];
  apis: [RestartableService, RestartableService];
  /** All five services. */
  services: RestartableService[];
  /** A client of each API, with the token of a workspace. */
  clients: [ApiClient, ApiClient];
  /** The counts in the stores, read directly. */
  counted: Counted;
  /** Describes each life of a service that ended unexpectedly. */
  surprises: () => string[];
  close: () => Promise<void>;
};

const startOneBroker = () => startKafka({ isBehindProxy: true });

/** Throws the first error of a failed start, and leaves nothing running then. `settings` go to every service. */
export const startProduction = (settings: Record<string, string> = {}): Promise<Production> =>
  startProductionOn(startOneBroker, ONE_COPY, settings);

/** The same on another Redis. */
export const startProductionOnRedis = <OfRedis extends Cache>(
  startCache: () => Promise<OfRedis>,
): Promise<Production<TestKafka, OfRedis>> =>
  openedOrClosed(async (closing) =>
    startAll(closing, await startStores(closing, { startStream: startOneBroker, startCache }, ONE_COPY), {}),
  );

/** The same on another Kafka, or with other settings of the topic. */
export const startProductionOn = <Kafka extends Stream>(
  startStream: () => Promise<Kafka>,
  topic: Topic,
  settings: Record<string, string> = {},
): Promise<Production<Kafka>> =>
  openedOrClosed(async (closing) =>
    startAll(
      closing,
      await startStores(closing, { startStream, startCache: startTestedRedis }, topic),
      settings,
    ),
  );

async function startStores<Kafka extends Stream, OfRedis extends Cache>(
  closing: Closing,
  { startStream, startCache }: { startStream: () => Promise<Kafka>; startCache: () => Promise<OfRedis> },
  { replication, partitions = PARTITIONS }: Topic,
) {
  const [kafka, clickHouse, postgres, redis] = await Promise.all([
    closing.keep('kafka', startStream()),
    closing.keep('clickhouse', startClickHouse()),
    closing.keep('postgres', startPostgres()),
    closing.keep('redis', startCache()),
  ]);
  const { hostname, port } = new URL(clickHouse.options.url);
  const clickHouseProxy = await closing.keep(
    'clickhouse proxy',
    startProxy({ host: hostname, port: Number(port) }),
  );
  await ensureTopics(
    { brokers: kafka.directBrokers, clientId: 'test', client: TESTED },
    { topic: TOPIC, deadTopic: DEAD_TOPIC, partitions, replication, retentionMs: HOUR_MS },
  );
  return { kafka, clickHouse, clickHouseProxy, postgres, redis };
}

async function startAll<Kafka extends Stream, OfRedis extends Cache>(
  closing: Closing,
  stores: Awaited<ReturnType<typeof startStores<Kafka, OfRedis>>>,
  given: Record<string, string>,
): Promise<Production<Kafka, OfRedis>> {
  const { kafka, clickHouse, clickHouseProxy, postgres, redis } = stores;
  const port = await freePort();
  const database = openFixtureDatabase(postgres.options);
  closing.add('database', database.close);
  await ensureLocalZone(database.db, `localhost:${port}`);
  const first = await beginFirstStart(database.db, PEPPER);
  if (!first) throw new Error('the workspace could not be made');
  const counted = openCounted({ db: database.db, clickHouse, redis }, first.workspaceId);
  closing.add('counted', counted.close);
  const storesOf = await makeServiceUsers(postgres.options, redis);
  const journals = await mkdtemp(path.join(os.tmpdir(), 'kurz-test-journals-'));
  closing.add('journals', () => rm(journals, { recursive: true, force: true }));

  const start = async (
    name: string,
    service: 'redirector' | 'ingester' | 'api',
    own: Record<string, string>,
  ) => {
    const started = makeRestartableService(name, service, {
      KURZ_OPS_HOST: '127.0.0.1',
      KURZ_OPS_PORT: String(await freePort()),
      ...storesOf(service),
      ...own,
      ...given,
    });
    closing.add(name, started.close);
    return started;
  };
  const clickHouseUrl = `http://${clickHouseProxy.host}:${clickHouseProxy.port}`;
  const stream = { KURZ_KAFKA_BROKERS: kafka.brokers.join(','), KURZ_KAFKA_TOPIC: TOPIC, ...TESTED_ENV };
  const startIngester = (name: string) =>
    start(name, 'ingester', {
      ...stream,
      KURZ_KAFKA_DEAD_TOPIC: DEAD_TOPIC,
      KURZ_CLICKHOUSE_URL: clickHouseUrl,
      KURZ_KAFKA_SESSION_MS: '6000',
      KURZ_LINGER_MS: '500',
    });
  const startApi = async (name: string) => {
    const apiPort = String(await freePort());
    const api = await start(name, 'api', {
      ...HIGH_LIMIT_PLANS,
      KURZ_HOST: '127.0.0.1',
      KURZ_PORT: apiPort,
      KURZ_TOKEN_PEPPER: PEPPER,
      KURZ_CLICKHOUSE_URL: clickHouseUrl,
    });
    return { api, client: makeApiClient({ url: `http://127.0.0.1:${apiPort}`, token: first.secret }) };
  };
  const redirector = await start('redirector', 'redirector', {
    ...stream,
    KURZ_HOST: '127.0.0.1',
    KURZ_PORT: String(port),
    KURZ_WORKERS: String(REDIRECTOR_WORKERS),
    KURZ_NODE_NAME: 'node',
    KURZ_JOURNAL_DIR: journals,
    // segments are closed and removed all the time
    KURZ_JOURNAL_ROLL_MS: '1000',
  });
  const ingesters: Production['ingesters'] = [
    await startIngester('ingester-1'),
    await startIngester('ingester-2'),
  ];
  const [one, two] = [await startApi('api-1'), await startApi('api-2')];
  const services = [redirector, ...ingesters, one.api, two.api];
  await Promise.all(services.map((service) => service.ready()));
  return {
    ...stores,
    journals,
    port,
    redirector,
    ingesters,
    apis: [one.api, two.api],
    services,
    clients: [one.client, two.client],
    counted,
    surprises: () => services.flatMap((service) => service.surprises()),
    close: closing.close,
  };
}
