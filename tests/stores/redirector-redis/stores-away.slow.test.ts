import { retry } from '@kurz/resilience';
import { ask } from '../redirector/ask';
import { addLink, changeLink, deleteLink, locationOf } from '../redirector/stored-links';
import { until } from '../../until';
import { openWorld, type OpenInstance, type World } from './open-world';

let world: World;
let instance: OpenInstance;

beforeEach(async () => {
  world = await openWorld();
  // the production setting: 50 ms per command
  instance = await world.openInstance({ commandTimeoutMs: 50, settings: { maxParallelLookups: 4 } });
});
afterEach(() => world.close());

const statusOf = async (slug: string) => (await ask(instance.port, `/${slug}`)).status;

/** A writer's silent connection is replaced after some seconds, and refuses commands until then. */
const WRITER = { minMs: 50, maxMs: 200, attempts: 100 };
const change = (slug: string, isEnabled: boolean) =>
  retry(() => changeLink(world.db, world.linkCache, slug, { is_enabled: isEnabled }), WRITER);

async function addLinks(prefix: string, count: number): Promise<string[]> {
  const slugs = Array.from({ length: count }, (_, index) => `${prefix}-${index}`);
  for (const slug of slugs) await addLink(world.db, slug);
  return slugs;
}

/** Requests each link, a few at a time as visitors do. Resolves with the latencies, ms. */
async function askAll(slugs: readonly string[], atOnce = 4): Promise<number[]> {
  const waiting = [...slugs];
  const times: number[] = [];
  const visitor = async () => {
    for (let slug = waiting.shift(); slug !== undefined; slug = waiting.shift()) {
      const begun = performance.now();
      const answer = await ask(instance.port, `/${slug}`);
      times.push(performance.now() - begun);
      expect([slug, answer.status, answer.headers.location]).toEqual([slug, 302, locationOf(slug)]);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, visitor));
  return times;
}

test.each(['frozen', 'killed'] as const)(
  'With Redis %s links near and far redirect, none waits 250 ms, and changes are seen without it',
  async (how) => {
    const near = await addLinks('near', 50);
    const far = await addLinks('far', 250);
    await askAll(near);
    await (how === 'frozen' ? world.redis.freeze() : world.redis.kill());
    const times = [...(await askAll([...near, ...far])), ...(await askAll([...near, ...far]))];
    // six of 600 requests may be slower, because of hiccups of a busy machine
    expect(times.filter((time) => time > 250).length).toBeLessThanOrEqual(6);
    expect(times.sort((a, b) => a - b)[300]).toBeLessThan(50);
    expect(await statusOf('not-there')).toBe(404);

    await deleteLink(world.db, world.linkCache, 'near-0').catch(() => undefined);
    await until(async () => (await statusOf('near-0')) === 404, { ms: 3_000 });

    await (how === 'frozen' ? world.redis.thaw() : world.redis.restart());
    await change('near-1', false);
    await until(async () => (await statusOf('near-1')) === 404, { ms: 3_000 });
    await change('near-1', true);
    await until(async () => (await statusOf('near-1')) === 302, { ms: 3_000 });
    await askAll([...near.slice(1), ...far]);
  },
);

test('With Redis killed no more than so many look-ups run in Postgres at once', async () => {
  const slugs = await addLinks('bounded', 18);
  await world.redis.kill();
  let running = 0;
  let most = 0;
  instance.reads.holdBack(async () => {
    most = Math.max(most, ++running);
    await new Promise((resolve) => setTimeout(resolve, 20));
    running--;
  });
  await askAll(slugs, slugs.length);
  expect(most).toBeGreaterThan(1);
  expect(most).toBeLessThanOrEqual(4);
});

test('With Redis and Postgres away near links go on, all others are 503 and never 404, and all is right afterwards', async () => {
  const near = await addLinks('near', 20);
  await addLinks('far', 3);
  await askAll(near);
  expect(await statusOf('unknown')).toBe(404);
  await world.redis.kill();
  await world.postgres.stop();
  for (let round = 0; round < 5; round++) {
    await askAll(near);
    for (const slug of ['far-0', 'unknown', `never-${round}`]) {
      const answer = await ask(instance.port, `/${slug}`);
      expect([slug, answer.status]).toEqual([slug, 503]);
      expect(answer.headers['retry-after']).toMatch(/^\d+$/);
    }
  }
  await world.postgres.start();
  await world.redis.restart();
  await until(async () => (await statusOf('far-0')) === 302);
  await retry(() => deleteLink(world.db, world.linkCache, 'near-0'), WRITER);
  await until(async () => (await statusOf('near-0')) === 404, { ms: 3_000 });
  expect(await statusOf('unknown')).toBe(404);
});
