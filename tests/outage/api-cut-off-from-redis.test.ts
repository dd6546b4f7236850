// An API is cut off from Redis and redirectors are not: it cannot publish, and their subscriptions stay connected.
// Visitors still see no old state for longer after its answers than after any other answer.

import { IS_CLUSTER_TESTED } from '@kurz/backends';
import type { RedirectorProcess } from '../flow/redirector-world';
import { until } from '../until';
import { ask } from '../stores/redirector/ask';
import { linkCacheFaults } from './links/link-cache-faults';
import { openLinkWorld, type LinkApi, type LinkWorld } from './links/link-world';
import { changes, watchChanges, type ChangeWatch } from './links/watch-changes';

const SEEN_WITHIN_MS = 50;
const AFTER_MS = 500;
/** The visitors together then send a request every third of a millisecond. */
const PAUSE_MS = 10;

// on a cluster all clients share one network
const [describeCut, testCut] = IS_CLUSTER_TESTED ? [describe.skip, test.skip] : [describe, test];
if (IS_CLUSTER_TESTED) console.log('skipped: on a cluster one API alone cannot be cut off');

let world: LinkWorld;
let api: LinkApi;
let redirector: RedirectorProcess;
let watch: ChangeWatch;
let links = 0;

beforeAll(async () => {
  world = await openLinkWorld();
  api = await world.startApi({ KURZ_REDIS_URL: world.proxied.KURZ_REDIS_URL });
  redirector = await world.startRedirector({ KURZ_WORKERS: '2' });
  watch = watchChanges(redirector.port, api.call, PAUSE_MS);
});
afterAll(async () => {
  await watch.stop();
  await world.close();
});
afterEach(() => world.redisProxy.heal());

const waitingSlugs = async () =>
  (await world.db.selectFrom('link_changes').select('slug').execute()).map(({ slug }) => slug);

const cuts = [
  { name: 'in a black hole', begin: () => Promise.resolve(world.redisProxy.blackHole()) },
  { name: 'refused', begin: () => world.redisProxy.refuse() },
];

describeCut.each(cuts)('with its way to Redis $name', ({ begin }) => {
  test.each(changes)('no request after the answer to a $name sees the old state', async (change) => {
    const slug = `cut-${links++}`;
    await watch.aimAt(slug);
    await begin();
    const last = await watch.lastSeen(change, api.call, AFTER_MS);
    // the change is still unpublished
    expect(await waitingSlugs()).toEqual([slug]);
    expect(last).toBeLessThanOrEqual(SEEN_WITHIN_MS);

    await world.redisProxy.heal();
    await until(async () => (await linkCacheFaults(fromWorld(), [slug])).length === 0, {
      what: 'the link cache is right',
    });
  });
});

const fromWorld = () => ({ db: world.db, linkCache: world.linkCache });

testCut('A redirector that starts meanwhile does not believe what Redis still says', async () => {
  const slug = `cut-${links++}`;
  await watch.aimAt(slug);
  await world.redisProxy.refuse();
  expect((await api.call('DELETE', `/urls/${slug}`)).status).toBe(200);
  expect(await world.linkCache.get({ zoneId: (await zoneOf(slug)) ?? '', slug })).toBeDefined();
  const late = await world.startRedirector();
  expect((await ask(late.port, `/${slug}`)).status).toBe(404);
  expect(await waitingSlugs()).toEqual([slug]);
  await late.stop();
});

const zoneOf = async (slug: string) =>
  (await world.db.selectFrom('link_changes').select('zone_id').where('slug', '=', slug).executeTakeFirst())
    ?.zone_id;
