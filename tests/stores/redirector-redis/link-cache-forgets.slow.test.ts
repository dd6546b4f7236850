import { setTimeout as sleep } from 'node:timers/promises';
import { ask } from '../redirector/ask';
import { addLink, deleteLink, locationOf } from '../redirector/stored-links';
import { until } from '../../until';
import { openWorld, type OpenInstance, type World } from './open-world';

/** The near cache keeps a link for longer than this. */
const GONE_MS = 5_000;

let world: World;
let first: OpenInstance;
let second: OpenInstance;

beforeAll(async () => {
  world = await openWorld();
  // one instance compares its near cache after a gap, the other forgets it
  first = await world.openInstance({ settings: { revalidateMs: 50 } });
  second = await world.openInstance();
});
afterEach(() => {
  for (const { reads } of [first, second]) reads.holdBack(undefined);
});
afterAll(() => world.close());

const statusOf = async ({ port }: OpenInstance, slug: string) => (await ask(port, `/${slug}`)).status;

test('Of a thousand clients that ask for a cold link one makes Postgres work, and none of another instance does', async () => {
  await addLink(world.db, 'cold');
  // long enough for all thousand requests to arrive before the first answer
  first.reads.holdBack(() => sleep(1_500));
  const before = first.reads.linkReads();
  const answers = await Promise.all(Array.from({ length: 1_000 }, () => ask(first.port, '/cold')));
  expect(answers.filter((answer) => answer.status === 302)).toHaveLength(1_000);
  expect(first.reads.linkReads() - before).toBe(1);
  const beforeSecond = second.reads.linkReads();
  expect(await statusOf(second, 'cold')).toBe(302);
  expect(second.reads.linkReads()).toBe(beforeSecond);
});

test('After FLUSHALL no answer is wrong, and each instance reads each link at most once', async () => {
  const slugs = Array.from({ length: 200 }, (_, index) => `flush-${index}`);
  for (const slug of slugs) await addLink(world.db, slug);
  // half of them near in both, the rest in Redis alone or nowhere
  for (const slug of slugs.slice(0, 100)) {
    for (const { port } of [first, second]) await ask(port, `/${slug}`);
  }
  for (const slug of slugs.slice(100, 150)) await ask(first.port, `/${slug}`);
  const before = [first, second].map(({ reads }) => reads.linkReads());
  await deleteLink(world.db, world.linkCache, 'flush-0');
  await world.admin.flushall();
  for (let round = 0; round < 3; round++) {
    for (const slug of slugs.slice(1)) {
      for (const { port } of [first, second]) {
        const answer = await ask(port, `/${slug}`);
        expect([answer.status, answer.headers.location]).toEqual([302, locationOf(slug)]);
      }
    }
    expect(await statusOf(first, 'flush-0')).toBe(404);
    expect(await statusOf(second, 'flush-0')).toBe(404);
  }
  const after = [first, second].map(({ reads }) => reads.linkReads());
  expect((after[0] ?? 0) - (before[0] ?? 0)).toBeLessThanOrEqual(slugs.length);
  expect((after[1] ?? 0) - (before[1] ?? 0)).toBeLessThanOrEqual(slugs.length);
});

test('FLUSHALL after a restore of PostgreSQL takes every instance back to what is restored, near caches as well', async () => {
  await addLink(world.db, 'restored');
  const answersOf = () =>
    Promise.all([first, second].map(async ({ port }) => (await ask(port, '/restored')).headers.location));
  await answersOf();
  // this change is not published to the redirectors
  const location = 'https://example.com/before-the-backup';
  await world.db.updateTable('links').set({ location }).where('slug', '=', 'restored').execute();
  expect(await answersOf()).toEqual([locationOf('restored'), locationOf('restored')]);
  await world.admin.flushall();
  await until(async () => (await answersOf()).every((answered) => answered === location));
});

test('A slow read that races a deletion brings no link back on any instance, in 1,000 rounds, some with FLUSHALL', async () => {
  let raced = 0;
  for (let round = 0; round < 1_000; round++) {
    const slug = `race-${round}`;
    await addLink(world.db, slug);
    // Postgres has found the link; its answer is in flight for as long as deleting the link takes, or less
    first.reads.holdBack(() => sleep(round % 8));
    const racing = [statusOf(first, slug), statusOf(first, slug)];
    if (round % 3 > 0) await sleep(round % 5);
    await deleteLink(world.db, world.linkCache, slug);
    if (round % 10 === 0) await world.admin.flushall();
    first.reads.holdBack(undefined);
    const late = [statusOf(first, slug), statusOf(second, slug)];
    // the invalidation takes up to 50 ms to reach the instances; they do not keep what they answer until then
    for (const status of await Promise.all([...racing, ...late])) expect([302, 404]).toContain(status);
    for (const status of await Promise.all(racing)) if (status === 302) raced++;
    if (round % 50 !== 49) continue;
    // a link that a late read had brought back would still be there
    const past = Array.from({ length: 50 }, (_, before) => `race-${round - before}`);
    for (const instance of [first, second]) {
      for (const gone of past)
        await until(async () => (await statusOf(instance, gone)) === 404, { ms: GONE_MS });
    }
  }
  // some of the reads did come late
  expect(raced).toBeGreaterThan(0);
});
