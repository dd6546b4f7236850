// What `kurz migrate` and `kurz topics` do on servers: tables, users and topics, once, also when a store comes later.

import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import net from 'node:net';
import os from 'node:os';
import path from 'node:path';
import {
  freePort,
  startClickHouse,
  startKafka,
  startPostgres,
  startWatchedRedis,
  type TestClickHouse,
  type TestKafka,
  type TestPostgres,
  type WatchedRedis,
} from '@kurz/backends';
import { databaseOptionsOf, migrationNames, openDatabase, type Database } from '@kurz/database';
import { silentLog } from '@kurz/process';
import { openRedis } from '@kurz/redis';
import { Redis } from 'ioredis';
import { urlOfPostgres } from './service-process';
import { spawnBuilt, type Environment } from './start-standalone';
import { TESTED_ENV } from '../tested-client';
import { until } from '../until';

const folder = mkdtempSync(path.join(os.tmpdir(), 'kurz-migrate-'));

let [postgres, clickHouse, redis]: [TestPostgres?, TestClickHouse?, WatchedRedis?] = [];
let kafka: TestKafka | undefined;
let database: Database;

const urlOf = ({ options }: TestPostgres, name: string) => urlOfPostgres({ ...options, database: name });

beforeAll(async () => {
  [postgres, clickHouse, redis] = await Promise.all([
    startPostgres(),
    startClickHouse(),
    startWatchedRedis(),
  ]);
  database = openDatabase({ ...postgres.options, statementTimeoutMs: 0 });
});
afterAll(async () => {
  await database.close();
  await Promise.all([postgres?.close(), clickHouse?.close(), redis?.close(), kafka?.close()]);
  rmSync(folder, { recursive: true });
});

/** Like the image, which has no embedded engines. The data folder cannot be made, which shows that none is touched. */
const AS_IN_THE_IMAGE = {
  NODE_OPTIONS: `--require ${path.join(__dirname, 'without-embedded-engines.cjs')}`,
  KURZ_DATA_DIR: '/proc/kurz',
};

const run = (environment: Environment, ...words: string[]) =>
  spawnBuilt('admin command of the image', words, { ...AS_IN_THE_IMAGE, ...environment }).finished;

async function json(environment: Environment, ...words: string[]): Promise<Record<string, unknown>> {
  const { code, stdout, stderr } = await run(environment, ...words, '--json');
  if (code !== 0) throw new Error(`kurz ${words.join(' ')}: ${stderr}`);
  const value: unknown = JSON.parse(stdout);
  return { ...Object(value) } as Record<string, unknown>;
}

test('migrates empty servers once, though two run at once, with secrets from files', async () => {
  if (!postgres || !clickHouse) throw new Error('the stores are not there');
  await database.pool.query('CREATE DATABASE empty');
  const file = path.join(folder, 'postgres-url');
  writeFileSync(file, `${urlOf(postgres, 'empty')}\n`);
  const environment = {
    KURZ_POSTGRES_URL_FILE: file,
    KURZ_CLICKHOUSE_URL: clickHouse.options.url,
    KURZ_CLICKHOUSE_DATABASE: 'empty',
  };
  const both = await Promise.all([json(environment, 'migrate'), json(environment, 'migrate')]);
  const applied = (store: string) => both.flatMap((one) => one[store]);
  expect(applied('postgres')).toEqual(await migrationNames());
  expect(applied('clickHouse')).toEqual(expect.arrayContaining(['0001-clicks.sql']));
  expect(new Set(applied('clickHouse')).size).toBe(applied('clickHouse').length);
  expect(await json(environment, 'migrate')).toEqual({ postgres: [], clickHouse: [], users: [] });
  await json({ KURZ_POSTGRES_URL: urlOf(postgres, 'empty') }, 'user', 'create', '--email', 'a@b.example');
});

test('has nothing to do where a later release has migrated, so that an installation can go back', async () => {
  if (!postgres || !clickHouse) throw new Error('the stores are not there');
  await database.pool.query('CREATE DATABASE ahead');
  const environment = {
    KURZ_POSTGRES_URL: urlOf(postgres, 'ahead'),
    KURZ_CLICKHOUSE_URL: clickHouse.options.url,
    KURZ_CLICKHOUSE_DATABASE: 'ahead',
  };
  await json(environment, 'migrate');
  const ahead = openDatabase({ ...postgres.options, database: 'ahead' });
  await ahead.pool.query("INSERT INTO migrations (name) VALUES ('9999-later.sql')");
  await ahead.close();
  expect(await json(environment, 'migrate')).toEqual({ postgres: [], clickHouse: [], users: [] });
});

test('migrate makes the users that the addresses of the services name, and each can do its work alone, on a replica too', async () => {
  if (!postgres || !clickHouse || !redis) throw new Error('the stores are not there');
  await database.pool.query('CREATE DATABASE served');
  const services = ['redirector', 'ingester', 'api'] as const;
  const { servers, urlFor } = redis;
  const replicas = servers.slice(1);
  const addressesOf = (service: string) => {
    const ofPostgres = new URL(urlOf(postgres as TestPostgres, 'served'));
    [ofPostgres.username, ofPostgres.password] = [`flow_${service}`, `of-the-${service}`];
    return [ofPostgres.href, urlFor(`flow_${service}:of-the-${service}`)] as const;
  };
  const environment: Environment = {
    KURZ_POSTGRES_URL: urlOf(postgres, 'served'),
    KURZ_REDIS_URL: urlFor(),
    KURZ_CLICKHOUSE_URL: clickHouse.options.url,
    KURZ_CLICKHOUSE_DATABASE: 'served',
  };
  for (const service of services) {
    const [ofPostgres, ofRedis] = addressesOf(service);
    environment[`KURZ_${service.toUpperCase()}_POSTGRES_URL`] = ofPostgres;
    environment[`KURZ_${service.toUpperCase()}_REDIS_URL`] = ofRedis;
  }
  expect(await json(environment, 'migrate')).toMatchObject({
    users: ['postgres', 'redis'].flatMap((store) =>
      services.map((service) => `${store} ${service}: flow_${service}`),
    ),
  });

  const may = {
    redirector: 'SELECT location FROM links',
    ingester: 'SELECT * FROM erasures',
    api: 'SELECT * FROM users',
  };
  const mayNot = {
    redirector: 'SELECT * FROM users',
    ingester: 'DELETE FROM links',
    api: 'DROP TABLE links',
  };
  const keys = {
    redirector: ['kurz:link:a', 'kurz:live:a'],
    ingester: ['kurz:live:a', 'kurz:link:a'],
    api: ['kurz:rate:a', 'other:a'],
  } as const;
  for (const service of services) {
    const [ofPostgres, ofRedis] = addressesOf(service);
    const options = databaseOptionsOf(ofPostgres);
    if (options.kind === 'faulty') throw new Error(options.fault);
    const own = openDatabase({ ...options.options, onError: () => undefined });
    const ownRedis = openRedis(ofRedis, { log: silentLog, name: 'test' }, { commandTimeoutMs: 5_000 });
    try {
      await expect(own.pool.query(may[service])).resolves.toBeDefined();
      await expect(own.pool.query(mayNot[service])).rejects.toMatchObject({ code: '42501' });
      if (ownRedis.status !== 'ready') await once(ownRedis, 'ready');
      const [ours, foreign] = keys[service];
      await expect(ownRedis.del(ours)).resolves.toBe(0);
      await expect(ownRedis.del(foreign)).rejects.toThrow(/NOPERM/);
      // the next primary knows the user as well
      for (const { url } of replicas) {
        const [username, password] = [`flow_${service}`, `of-the-${service}`];
        const onReplica = new Redis(url, {
          username,
          password,
          lazyConnect: true,
          retryStrategy: () => null,
        });
        await expect(onReplica.connect()).resolves.toBeUndefined();
        onReplica.disconnect();
      }
    } finally {
      ownRedis.disconnect();
      await own.close();
    }
  }
});

/** A server behind a port that accepts no connection before `open`. */
async function lateServer({ hostname, port: behind }: URL) {
  const front = net.createServer((socket) => {
    const store = net.connect(Number(behind), hostname);
    for (const end of [socket, store])
      end.on('error', () => [socket, store].forEach((each) => each.destroy()));
    socket.pipe(store).pipe(socket);
  });
  const port = await freePort();
  return { port, open: () => void front.listen(port, '127.0.0.1'), close: () => void front.close() };
}

/** Runs a command, opens `late` once the command waits for that store, and gives how the command ended. */
async function awaited(
  command: string,
  late: Awaited<ReturnType<typeof lateServer>>,
  environment: Environment,
) {
  const settings = { ...AS_IN_THE_IMAGE, ...environment };
  const { finished, output } = spawnBuilt('admin command of the image', [command, '--json'], settings);
  await until(() => output.stderr.includes('store_awaited'), { what: 'the store is awaited' });
  late.open();
  const { code, stdout } = await finished;
  late.close();
  return [code, JSON.parse(stdout)] as unknown;
}

test.each(['PostgreSQL', 'ClickHouse'])(
  'migrate waits for a %s that starts later, and says so',
  async (which) => {
    if (!postgres || !clickHouse) throw new Error('the stores are not there');
    const name = `late_${which.toLowerCase()}`;
    await database.pool.query(`CREATE DATABASE ${name}`);
    const addresses = {
      PostgreSQL: new URL(urlOf(postgres, name)),
      ClickHouse: new URL(clickHouse.options.url),
    };
    const address = addresses[which as keyof typeof addresses];
    const late = await lateServer(address);
    address.port = String(late.port);
    const ended = await awaited('migrate', late, {
      KURZ_POSTGRES_URL: addresses.PostgreSQL.href,
      KURZ_CLICKHOUSE_URL: addresses.ClickHouse.href,
      KURZ_CLICKHOUSE_DATABASE: name,
    });
    // PostgreSQL is migrated by the attempt that fails at ClickHouse
    expect(ended).toMatchObject([
      0,
      which === 'PostgreSQL'
        ? { postgres: await migrationNames() }
        : { postgres: [], clickHouse: expect.arrayContaining(['0001-clicks.sql']) as string[] },
    ]);
  },
);

test('topics waits for a Kafka that starts later, and says so', async () => {
  kafka ??= await startKafka();
  const [broker = ''] = kafka.brokers;
  const late = await lateServer(new URL(`kafka://${broker}`));
  const ended = await awaited('topics', late, {
    KURZ_KAFKA_BROKERS: `127.0.0.1:${late.port}`,
    KURZ_KAFKA_TOPIC: 'late.clicks',
    KURZ_KAFKA_DEAD_TOPIC: 'late.clicks.dead',
    KURZ_KAFKA_PARTITIONS: '1',
    KURZ_KAFKA_REPLICATION: '1',
    ...TESTED_ENV,
  });
  expect(ended).toMatchObject([0, { topics: [{ change: 'created' }, { change: 'created' }] }]);
});

test.each([
  [
    'migrate',
    { KURZ_POSTGRES_URL: 'postgres://a:b@127.0.0.1:9/c', KURZ_CLICKHOUSE_URL: 'http://127.0.0.1:9' },
  ],
  ['topics', { KURZ_KAFKA_BROKERS: '127.0.0.1:9', ...TESTED_ENV }],
])('%s gives an absent store up when its time is over', async (command, environment: Environment) => {
  const { code, stderr } = await run(environment, command, '--wait', '1');
  expect([code, stderr]).toEqual([1, expect.stringMatching(/^error: .*ECONNREFUSED/m)]);
});

test('makes the topics as the settings say, and changes nothing the second time', async () => {
  kafka ??= await startKafka();
  const environment = {
    KURZ_KAFKA_BROKERS: kafka.brokers.join(','),
    KURZ_KAFKA_PARTITIONS: '3',
    KURZ_KAFKA_REPLICATION: '1',
    ...TESTED_ENV,
  };
  const topicsAs = (change: string) => ({
    topics: [
      { topic: 'kurz.clicks', change },
      { topic: 'kurz.clicks.dead', change },
    ],
  });
  expect(await json(environment, 'topics')).toEqual(topicsAs('created'));
  expect(await json(environment, 'topics')).toEqual(topicsAs('unchanged'));
  const more = await json({ ...environment, KURZ_KAFKA_PARTITIONS: '5' }, 'topics');
  expect(more).toMatchObject({ topics: [{ change: 'partitions_added' }, { change: 'unchanged' }] });
});
