// The services behind PgBouncer in transaction mode, with fewer connections to the server than they open: no statement
// needs the session of another one.

import { setTimeout as sleep } from 'node:timers/promises';
import { startPgBouncer, type TestPgBouncer } from '@kurz/backends';
import { openDatabase, withImportLock, type Database } from '@kurz/database';
import { makeClosing, silentLog } from '@kurz/process';
import { openRedis } from '@kurz/redis';
import { ask } from '../stores/redirector/ask';
import { until } from '../until';
import { openApiWorld, SHARED_DOMAIN, type ApiProcess, type ApiWorld } from './api-world';
import { startRedirector, type RedirectorProcess } from './redirector-world';
import { urlOfPostgres } from './service-process';
import { spawnBuilt } from './start-standalone';

const SERVER_CONNECTIONS = 3;
const LINKS = 80;
const EDITED = 20;
/** New links per month on the plan pro. */
const ALLOWANCE = 5_000;

const closing = makeClosing();
let world: ApiWorld;
let pooler: TestPgBouncer;
let KURZ_POSTGRES_URL: string;
let apis: [ApiProcess, ApiProcess];
let redirector: RedirectorProcess;

beforeAll(async () => {
  world = await openApiWorld();
  closing.add('world', world.close);
  pooler = await startPgBouncer({ options: world.postgres.options, connections: SERVER_CONNECTIONS });
  closing.add('pooler', pooler.close);
  KURZ_POSTGRES_URL = `${urlOfPostgres(pooler.options)}?pooler=transaction`;
  apis = await Promise.all([world.start({ KURZ_POSTGRES_URL }), world.start({ KURZ_POSTGRES_URL })]);
  redirector = await startRedirector({ ...world, closing }, { KURZ_POSTGRES_URL });
});
afterAll(() => closing.close());

/** Sends to one of the two APIs; sends again after 429 and 503. */
async function send(method: string, path: string, body: object, index: number) {
  for (;;) {
    const { status, text } = await (apis[index % 2] ?? apis[0]).call(path, { method, body });
    if (status !== 429 && status !== 503) return { status, text };
    await sleep(100);
  }
}

const create = (body: object, index: number) => send('POST', '/v1/urls', body, index);

async function flushRedis(): Promise<void> {
  const redis = openRedis(world.redis.url, { log: silentLog, name: 'test' }, { commandTimeoutMs: 5_000 });
  await until(() => redis.status === 'ready');
  await redis.flushall();
  redis.disconnect();
}

const countOf = (answers: readonly { status: number }[], status: number) =>
  answers.filter((answer) => answer.status === status).length;

const follow = async (slug: string) => {
  const { headers } = await ask(redirector.port, `/${slug}`, { host: SHARED_DOMAIN });
  return headers.location;
};

test('links that two APIs make at once are all made, changed, listed and followed', async () => {
  const slugs = Array.from({ length: LINKS }, (_, index) => `pooled-${index}`);
  const made = await Promise.all(
    slugs.map((slug, index) => create({ url: `https://a.example/${slug}`, slug }, index)),
  );
  expect(countOf(made, 201)).toBe(LINKS);
  const edited = await Promise.all(
    slugs
      .slice(0, EDITED)
      .map((slug, index) =>
        send('PATCH', `/v1/urls/${slug}`, { title: `Title of ${slug}`, tags: ['pooled'] }, index),
      ),
  );
  expect(countOf(edited, 200)).toBe(EDITED);
  const { text } = await apis[0].call('/v1/urls?tag=pooled&limit=100');
  expect(JSON.parse(text)).toMatchObject({ total: EDITED });
  // so that the redirector looks the links up in PostgreSQL
  await flushRedis();
  expect(await Promise.all(slugs.map(follow))).toEqual(slugs.map((slug) => `https://a.example/${slug}`));
});

test('the allowance stays exact', async () => {
  await world.db
    .updateTable('link_quota')
    .set({ used: ALLOWANCE - 20 })
    .execute();
  const asked = await Promise.all(
    Array.from({ length: 60 }, (_, index) => create({ url: 'https://a.example/' }, index)),
  );
  expect([201, 403].map((status) => countOf(asked, status))).toEqual([20, 40]);
});

test('an import has its lock for as long as it takes, also when others use all connections', async () => {
  const open = (): Database => {
    const database = openDatabase(pooler.options);
    closing.add('database', database.close);
    return database;
  };
  const [first, second] = [open(), open()];
  const outcome = await withImportLock(first.db, async () => {
    await Promise.all(Array.from({ length: 20 }, () => second.pool.query('SELECT pg_sleep(0.01)')));
    return [await withImportLock(second.db, () => Promise.resolve('second')), 'first'];
  });
  expect(outcome).toEqual([undefined, 'first']);
  expect(await withImportLock(second.db, () => Promise.resolve('later'))).toBe('later');
});

test('without the parameter the pooler refuses the limits of a session', async () => {
  const { pool, close } = openDatabase({ ...pooler.options, isPooled: false });
  closing.add('database', close);
  await expect(pool.query('SELECT 1')).rejects.toThrow('unsupported startup parameter');
});

test('a migration refuses a pooler, because it holds a session', async () => {
  const { code, stderr } = await spawnBuilt('admin command of the image', ['migrate'], {
    KURZ_POSTGRES_URL,
    KURZ_CLICKHOUSE_URL: world.clickHouse.options.url,
  }).finished;
  expect([code, stderr]).toEqual([1, expect.stringContaining('pooler=transaction')]);
});
