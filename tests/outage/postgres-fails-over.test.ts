// The primary of a synchronous PostgreSQL pair is killed under writes, and its standby is promoted. The services, whose
// address names both, write to the standby, and no link whose creation was answered is lost.

import { setTimeout as sleep } from 'node:timers/promises';
import { startPostgresPair, type TestPostgresPair } from '@kurz/backends';
import { openDatabase } from '@kurz/database';
import { makeClosing } from '@kurz/process';
import { openApiWorld, SHARED_DOMAIN, type ApiProcess, type ApiWorld } from '../flow/api-world';
import { startRedirector, type RedirectorProcess } from '../flow/redirector-world';
import { openFixtureDatabase } from '../fixture-database';
import { ask } from '../stores/redirector/ask';
import { until } from '../until';

const WRITERS = 4;
/** Links that are made before the primary is killed. */
const MADE = 60;
/** Limit from the promotion to the first new link. */
const WRITES_AGAIN_MS = 5_000;

const closing = makeClosing();
let pair: TestPostgresPair;
let world: ApiWorld;
let apis: [ApiProcess, ApiProcess];
let redirector: RedirectorProcess;

beforeAll(async () => {
  pair = await startPostgresPair();
  const { options, close } = pair;
  world = await openApiWorld(() => Promise.resolve({ ...pair.primary, options, close }));
  closing.add('world', world.close);
  apis = await Promise.all([world.start(), world.start()]);
  redirector = await startRedirector({ ...world, closing }, {});
});
afterAll(() => closing.close());

test('a standby that is named first is passed over', async () => {
  const { host, port } = pair.standby.options;
  const { db, close } = openDatabase({
    ...pair.primary.options,
    host,
    port,
    alternatives: [pair.primary.options],
  });
  closing.add('database', close);
  await db.updateTable('links').set({ title: 'written' }).where('slug', '=', 'nobody').execute();
});

test('writes go on within 5 s of the promotion, and every link that was answered is there', async () => {
  const made: { slug: string; at: number }[] = [];
  let isOver = false;
  let drawn = 0;
  const write = async (api: ApiProcess) => {
    while (!isOver) {
      const slug = `written-${drawn++}`;
      const { status } = await api.call('/v1/urls', {
        method: 'POST',
        body: { url: `https://a.example/${slug}`, slug },
      });
      if (status === 201) made.push({ slug, at: performance.now() });
      else await sleep(20);
    }
  };
  const writers = Array.from({ length: WRITERS }, (_, index) => write(apis[index % 2] ?? apis[0]));
  await until(() => made.length >= MADE);
  const visits: (number | undefined)[] = [];
  const visitor = (async () => {
    while (!isOver) {
      const { status } = await ask(redirector.port, `/${made[0]?.slug}`, { host: SHARED_DOMAIN });
      visits.push(status);
      await sleep(10);
    }
  })();

  await pair.primary.kill();
  await pair.promote();
  const promoted = performance.now();
  const isWrittenSince = () => made.some(({ at }) => at > promoted);
  await until(isWrittenSince, { what: 'a link is made after the promotion' });
  const first = Math.min(...made.flatMap(({ at }) => (at > promoted ? [at - promoted] : [])));
  await until(() => made.length >= 2 * MADE);
  isOver = true;
  await Promise.all([...writers, visitor]);
  process.stdout.write(
    `  the first link ${Math.round(first)} ms after the promotion, ${made.length} in all\n`,
  );
  expect(first).toBeLessThan(WRITES_AGAIN_MS);
  expect(new Set(visits)).toEqual(new Set([302]));

  const database = openFixtureDatabase(pair.standby.options);
  closing.add('standby database', database.close);
  const stored = await database.db.selectFrom('links').select('slug').execute();
  const there = new Set(stored.map(({ slug }) => slug));
  expect(made.filter(({ slug }) => !there.has(slug))).toEqual([]);
});
