// The API as it is deployed: a process of its own over stores on the network.

import { mkdtempSync, rmSync } from 'node:fs';
import net from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { freePort } from '@kurz/backends';
import { ask } from '../stores/redirector/ask';
import { openApiWorld, SHARED_DOMAIN, type ApiWorld } from './api-world';
import { startService, urlOfPostgres } from './service-process';
import { until } from '../until';

let world: ApiWorld;
beforeAll(async () => {
  world = await openApiWorld();
});
afterAll(() => world.close());

test('Bad settings end the start with exit code 1, every fault in plain words, and no secret among them', async () => {
  const service = startService('api', {
    KURZ_PORT: '0',
    KURZ_POSTGRES_URL: 'mysql://kurz:geheim@db/links',
    KURZ_CLICKHOUSE_URL: 'clickhouse:8123',
    KURZ_PLANS: '/absent/plans.json',
    KURZ_TOKEN_PEPPER: 'zu-kurz',
  });
  const { code, log } = await service.ended;
  const faults = log.split('\n').filter((line) => line.startsWith('  - '));
  expect([code, faults.map((fault) => fault.split(' ')[3]).sort()]).toEqual([
    1,
    [
      'KURZ_CLICKHOUSE_URL',
      'KURZ_PLANS',
      'KURZ_PORT',
      'KURZ_POSTGRES_URL',
      'KURZ_REDIS_URL',
      'KURZ_TOKEN_PEPPER',
    ],
  ]);
  expect(log).not.toMatch(/geheim|zu-kurz/);
});

test('It serves /v1, is seen by its metrics, and at SIGTERM ends in order', async () => {
  const api = await world.start();
  const created = await api.call('/v1/urls', {
    method: 'POST',
    body: { url: 'https://example.com/a', slug: 'served' },
  });
  expect(created.status).toBe(201);
  expect((await api.call('/v1/urls/served/stats?window=7d')).status).toBe(200);
  expect((await api.call('/v1/urls', { headers: { authorization: 'Bearer kz_ws_none' } })).status).toBe(401);
  const ready = await api.ask('/readyz');
  expect(JSON.parse(ready?.text ?? '')).toEqual({ ready: true, schema: true, clickSchema: true });
  expect((await api.ask('/metrics'))?.text).toMatch(/^kurz_api_\w+.* \d/m);
  const ended = await api.stop();
  expect([ended.code, ended.ms < 10_000]).toEqual([0, true]);
});

test('Connections beyond the limit are turned away, until one of the others ends', async () => {
  const port = await freePort();
  const api = await world.start({ KURZ_PORT: String(port), KURZ_MAX_CONNECTIONS: '2' });
  /** Resolves with the beginning of the answer; '' when the connection is refused. */
  const open = async () => {
    const socket = net.connect(port, '127.0.0.1');
    // a refused connection may get a reset
    socket.on('error', () => socket.destroy());
    socket.write('GET /v1/zones HTTP/1.1\r\nHost: api\r\n\r\n');
    const first = await new Promise<string>((resolve) => {
      socket.once('data', (data) => resolve(data.toString('latin1', 0, 12)));
      socket.once('close', () => resolve(''));
    });
    return { socket, first };
  };
  const [one, two] = [await open(), await open()];
  expect([one.first, two.first]).toEqual(['HTTP/1.1 401', 'HTTP/1.1 401']);
  expect((await open()).first).toBe('');
  one.socket.destroy();
  await until(
    async () => {
      const { socket, first } = await open();
      socket.destroy();
      return first === 'HTTP/1.1 401';
    },
    { what: 'a connection is free' },
  );
  two.socket.destroy();
  await api.stop();
});

test('A redirector beside it serves its links from the moment they are made to the moment they are deleted', async () => {
  const api = await world.start();
  const journals = mkdtempSync(path.join(os.tmpdir(), 'kurz-test-journals-'));
  const port = await freePort();
  const redirector = startService('redirector', {
    KURZ_HOST: '127.0.0.1',
    KURZ_PORT: String(port),
    KURZ_OPS_HOST: '127.0.0.1',
    KURZ_OPS_PORT: String(await freePort()),
    KURZ_PRE_STOP_MS: '0',
    KURZ_WORKERS: '2',
    KURZ_JOURNAL_DIR: journals,
    KURZ_POSTGRES_URL: urlOfPostgres(world.postgres.options),
    KURZ_REDIS_URL: world.redis.url,
    KURZ_KAFKA_BROKERS: '127.0.0.1:9',
  });
  const visit = () => ask(port, '/both', { host: SHARED_DOMAIN });
  try {
    await until(redirector.isReady, { what: 'the redirector is ready' });
    // both workers cache the slug as unknown, and must not use that once it is taken
    for (let asked = 0; asked < 4; asked++) expect((await visit()).status).toBe(404);
    const made = await api.call('/v1/urls', {
      method: 'POST',
      body: { url: 'https://example.com/b', slug: 'both' },
    });
    expect(made.status).toBe(201);
    await until(async () => (await visit()).status === 302 && (await visit()).status === 302, {
      what: 'both workers redirect',
    });
    expect((await api.call('/v1/urls/both', { method: 'DELETE' })).status).toBe(200);
    await until(async () => (await visit()).status === 404 && (await visit()).status === 404, {
      what: 'no worker redirects',
    });
  } finally {
    await redirector.stop();
    rmSync(journals, { recursive: true, force: true });
  }
  await api.stop();
});

test('At SIGTERM readiness goes off while callers are still answered, each on a connection that ends', async () => {
  const api = await world.start({ KURZ_PRE_STOP_MS: '3000' });
  const ended = api.stop();
  await until(async () => !(await api.isReady()), { what: 'readiness is off' });
  const answer = await api.call('/v1/zones');
  expect([answer.status, answer.headers.get('connection')]).toEqual([200, 'close']);
  expect((await ended).code).toBe(0);
});

test('It starts while every store is away, says 503 with Retry-After, and serves when PostgreSQL is back', async () => {
  await world.redis.kill();
  await world.clickHouse.kill();
  await world.postgres.stop();
  const api = await world.start({}, { isReadyAwaited: false });
  await until(async () => (await api.ask('/livez'))?.status === 200, { what: 'it lives' });
  await until(async () => (await api.call('/v1/zones').catch(() => undefined)) !== undefined, {
    what: 'it answers',
  });
  const refused = await api.call('/v1/zones');
  expect([refused.status, Number(refused.headers.get('retry-after')) >= 1]).toEqual([503, true]);
  expect((await api.ask('/readyz'))?.status).toBe(503);

  await world.postgres.start();
  await until(api.isReady, { what: 'it is ready without ClickHouse and Redis' });
  expect((await api.call('/v1/zones')).status).toBe(200);
  await world.redis.restart();
  await world.clickHouse.restart();
  expect((await api.stop()).code).toBe(0);
});
