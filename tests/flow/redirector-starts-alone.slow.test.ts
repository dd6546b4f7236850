// A redirector starts while its stores are away, or not yet in the state that it needs.

import { sql } from 'kysely';
import { ask } from '../stores/redirector/ask';
import { openRedirectorWorld, type RedirectorWorld } from './redirector-world';
import { until } from '../until';

let world: RedirectorWorld;
beforeAll(async () => {
  world = await openRedirectorWorld(['abc']);
});
afterAll(() => world.close());

test('It starts while PostgreSQL, Redis and Kafka are away, and answers as soon as PostgreSQL is there', async () => {
  await world.redis.kill();
  await world.postgres.stop();
  const redirector = await world.start({}, { isReadyAwaited: false });
  await until(async () => (await redirector.ask('/livez'))?.status === 200, { what: 'it lives' });
  await until(async () => (await ask(redirector.port, '/abc').catch(() => undefined))?.status === 503, {
    what: 'it answers',
  });
  const unready = await redirector.ask('/readyz');
  expect([unready?.status, JSON.parse(unready?.text ?? '{}')]).toMatchObject([
    503,
    { workers: true, zones: false },
  ]);

  await world.postgres.start();
  await until(redirector.isReady, { what: 'it is ready' });
  expect((await ask(redirector.port, '/abc')).status).toBe(302);

  await world.redis.restart();
  await until(() => redirector.log().includes('"event":"redis_back"'), { what: 'it hears of Redis again' });
  expect((await ask(redirector.port, '/abc')).status).toBe(302);
  expect((await redirector.stop()).code).toBe(0);
});

test('It is not ready while the schema is older than it needs, says so, and migrates nothing', async () => {
  const last = await world.db.transaction().execute(async (transaction) => {
    const { rows } = await sql<{ name: string }>`
      DELETE FROM migrations WHERE name = (SELECT max(name) FROM migrations) RETURNING name`.execute(
      transaction,
    );
    return rows[0]?.name ?? '';
  });
  const redirector = await world.start({}, { isReadyAwaited: false });
  await until(async () => ((await redirector.ask('/readyz'))?.text ?? '').includes('"schema":false'), {
    what: 'it looks',
  });
  const { text = '{}' } = (await redirector.ask('/readyz')) ?? {};
  expect(JSON.parse(text)).toEqual({ ready: false, workers: true, zones: true, schema: false });
  expect(redirector.log()).toContain('"event":"schema_outdated"');

  await sql`INSERT INTO migrations (name) VALUES (${last})`.execute(world.db);
  await until(redirector.isReady, { what: 'it is ready' });
  expect((await redirector.stop()).code).toBe(0);
});
