// The admin command of a production installation: the built program on servers of PostgreSQL, Redis and Kafka.

import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import {
  startKafka,
  startPostgres,
  startRedis,
  type TestKafka,
  type TestPostgres,
  type TestRedis,
} from '@kurz/backends';
import { openJournalWriter } from '@kurz/click-journal';
import type { Database } from '@kurz/database';
import { makeRedisLinkCache, type LinkCache } from '@kurz/link-cache';
import { makeMetrics, silentLog, systemClock } from '@kurz/process';
import { openRedis } from '@kurz/redis';
import { makeAuthenticate } from '../../services/api/src/access/authenticate';
import type { BoundLookUp } from '../../services/api/src/rate-limits/bound-look-ups';
import { openFixtureDatabase } from '../fixture-database';
import { append, visitLines } from '../stores/ship/ship-fixture';
import { addLink, addWorkspace, SHARED_ZONE } from '../stores/redirector/stored-links';
import { TESTED_ENV } from '../tested-client';
import { runServersCommand } from './admin-command';
import { spawnBuilt, type Environment } from './start-standalone';

const PEPPER = 'a pepper of thirty-two characters';
const folder = mkdtempSync(path.join(os.tmpdir(), 'kurz-admin-'));

let [postgres, redis]: [TestPostgres?, TestRedis?] = [];
let kafka: TestKafka | undefined;
let database: Database;
let client: ReturnType<typeof openRedis>;
let linkCache: LinkCache;
let servers: Environment;

function urlOf({ options }: TestPostgres, name = options.database): string {
  const { host, port, user, password = '' } = options;
  return `postgres://${user}:${encodeURIComponent(String(password))}@${host}:${port}/${name}`;
}

beforeAll(async () => {
  [postgres, redis] = await Promise.all([startPostgres(), startRedis()]);
  database = openFixtureDatabase(postgres.options);
  await addWorkspace(database.db);
  client = openRedis(redis.url, { log: silentLog, name: 'test' }, { commandTimeoutMs: 5_000 });
  if (client.status !== 'ready') await once(client, 'ready');
  linkCache = makeRedisLinkCache({ redis: client, log: silentLog, clock: systemClock });
  servers = { KURZ_POSTGRES_URL: urlOf(postgres), KURZ_REDIS_URL: redis.url, KURZ_TOKEN_PEPPER: PEPPER };
});
afterAll(async () => {
  await linkCache.close();
  client.disconnect();
  await database.close();
  await Promise.all([postgres?.close(), redis?.close(), kafka?.close()]);
  rmSync(folder, { recursive: true });
});

/** Like the image, which has no embedded engines. The data folder cannot be made, which shows that none is touched. */
const AS_IN_THE_IMAGE = {
  NODE_OPTIONS: `--require ${path.join(__dirname, 'without-embedded-engines.cjs')}`,
  KURZ_DATA_DIR: '/proc/kurz',
};

const spawned = (environment: Environment, ...words: string[]) =>
  spawnBuilt('admin command of the image', words, { ...AS_IN_THE_IMAGE, ...environment }).finished;

/** The same program in this process, because most of a process's time is its start. */
const run = (environment: Environment, ...words: string[]) =>
  runServersCommand({ KURZ_DATA_DIR: AS_IN_THE_IMAGE.KURZ_DATA_DIR, ...environment }, ...words);

async function json(environment: Environment, ...words: string[]): Promise<Record<string, unknown>> {
  const { code, stdout, stderr } = await run(environment, ...words, '--json');
  if (code !== 0) throw new Error(`kurz ${words.join(' ')}: ${stderr}`);
  const value: unknown = JSON.parse(stdout);
  return { ...Object(value) } as Record<string, unknown>;
}

const waitingChanges = () => database.db.selectFrom('link_changes').selectAll().execute();
const stateOf = async (slug: string) => {
  const entry = await linkCache.get({ zoneId: SHARED_ZONE, slug });
  return entry?.kind === 'link' ? entry.state : entry?.kind;
};

test('makes people, workspaces and tokens that an API with the same pepper takes', async () => {
  expect(await spawned(servers, 'user', 'create', '--email', 'ada@example.com')).toMatchObject({ code: 0 });
  const owned = ['--owner', 'ada@example.com', '--plan', 'pro'];
  const workspace = String((await json(servers, 'workspace', 'create', '--name', 'Ada', ...owned))['id']);
  const asked = ['token', 'create', '--name', 't', '--workspace', workspace, '--scopes', 'links:read'];
  const { secret } = await json(servers, ...asked);
  const boundLookUp: BoundLookUp = async (_, lookUp) => ({ kind: 'looked_up', found: await lookUp() });
  const authenticate = makeAuthenticate({ db: database.db, boundLookUp }, { tokenPepper: PEPPER });
  expect((await authenticate({ authorization: `Bearer ${String(secret)}` })).kind).toBe('actor');
  const without = await run({ KURZ_POSTGRES_URL: servers['KURZ_POSTGRES_URL'] ?? '' }, ...asked);
  expect([without.code, without.stdout]).toEqual([1, '']);
  expect(without.stderr).toContain('KURZ_TOKEN_PEPPER');
});

test('without servers the command says what must be set', async () => {
  const { code, stdout, stderr } = await spawned({}, 'zone', 'list', '--json');
  expect([code, stderr]).toEqual([1, 'error: KURZ_POSTGRES_URL must be set\n']);
  expect(JSON.parse(stdout)).toEqual({ error: { message: 'KURZ_POSTGRES_URL must be set' } });
});

test('a restricted link is restricted in Redis when the command ends, and nothing waits', async () => {
  await addLink(database.db, 'bait');
  await json(servers, 'link', 'restrict', 'kurz.example', 'bait');
  expect(await stateOf('bait')).toBe('restricted');
  expect(await waitingChanges()).toEqual([]);
  await json(servers, 'link', 'unrestrict', 'kurz.example', 'bait');
  expect(await stateOf('bait')).toBe('enabled');
});

test.each([
  ['without Redis', {}],
  ['with an absent Redis', { KURZ_REDIS_URL: 'redis://127.0.0.1:9' }],
])('%s the change waits for an API, and the command succeeds', async (_, setting: Environment) => {
  const slug = `left-${Object.keys(setting).length}`;
  await addLink(database.db, slug);
  const environment = { KURZ_POSTGRES_URL: servers['KURZ_POSTGRES_URL'] ?? '', ...setting };
  await json(environment, 'link', 'restrict', 'kurz.example', slug);
  expect(await waitingChanges()).toMatchObject([{ slug }]);
  expect(await stateOf(slug)).toBeUndefined();
  await json(servers, 'link', 'unsafe', 'kurz.example', slug);
  expect([await stateOf(slug), await waitingChanges()]).toEqual(['restricted', []]);
});

test('ships the journals that a folder holds, and tells of one that it cannot', async () => {
  kafka ??= await startKafka();
  const root = path.join(folder, 'journals');
  const environment = {
    KURZ_KAFKA_BROKERS: kafka.brokers.join(','),
    KURZ_KAFKA_PARTITIONS: '5',
    KURZ_KAFKA_REPLICATION: '1',
    ...TESTED_ENV,
  };
  await json(environment, 'topics');
  const directories = ['node-1', 'node-2'].map((id) => path.join(root, id));
  for (const directory of directories) {
    const journal = await openJournalWriter({ directory }, { log: silentLog, metrics: makeMetrics() });
    await append(journal, visitLines(300));
    await journal.close();
  }
  expect(await json(environment, 'journal', 'drain', root)).toEqual({
    journals: directories.map((directory) => ({ directory, result: 'drained', visits: 300, reason: '' })),
  });
  const [gone = ''] = directories;
  const noted = await spawned(environment, 'journal', 'resume', gone);
  expect([noted.code, noted.stderr]).toEqual([1, expect.stringContaining('--position')]);
  expect(await json(environment, 'journal', 'drain', gone)).toMatchObject({ journals: [{ result: 'gone' }] });

  // no journal is left: neither the root nor another folder in it is a journal
  mkdirSync(path.join(root, 'something-else'));
  const empty = await run(environment, 'journal', 'drain', root);
  expect([empty.code, empty.stdout.trim()]).toEqual([0, `There is no journal in ${root}.`]);
  expect(await json(environment, 'journal', 'drain', root)).toEqual({ journals: [] });
  expect(readdirSync(root)).toEqual(['something-else']);
});

test.each([
  ['migrate', { KURZ_POSTGRES_URL: 'postgres://a:b@127.0.0.1:9/c' }, 'KURZ_CLICKHOUSE_URL'],
  ['migrate', { KURZ_POSTGRES_URL: 'nonsense' }, 'KURZ_POSTGRES_URL'],
  ['topics', {}, 'KURZ_KAFKA_BROKERS'],
  ['topics', { KURZ_KAFKA_BROKERS: 'no-port', KURZ_KAFKA_PARTITIONS: '0' }, 'KURZ_KAFKA_PARTITIONS'],
])('%s with %j ends with 1 and names %s', async (command, environment: Environment, named) => {
  const { code, stdout, stderr } = await run(environment, command);
  expect([code, stdout]).toEqual([1, '']);
  expect(stderr).toContain(named);
});

test('an absent PostgreSQL ends a command with 1 and a line that says so', async () => {
  const { code, stdout, stderr } = await run(
    { KURZ_POSTGRES_URL: 'postgres://a:b@127.0.0.1:9/c' },
    ...['workspace', 'list', '--json'],
  );
  expect(code).toBe(1);
  expect(stderr).toMatch(/^error: .*ECONNREFUSED/m);
  expect(JSON.parse(stdout)).toMatchObject({ error: { code: 'ECONNREFUSED' } });
});
