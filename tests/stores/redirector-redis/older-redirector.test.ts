// Redirectors of the releases before conditions and before passwords, beside a current redirector and API. They never
// lead past a rule or password, and their entries in Redis do not keep the current redirector from following the rules.

import { makeOutboxRelay } from '@kurz/api';
import { encodeConditions } from '@kurz/link-cache';
import { silentLog, systemClock } from '@kurz/process';
import { ask } from '../redirector/ask';
import { addGuardedLink, cookieOf, give, PASSWORD } from '../redirector/guarded-links';
import { addLink, SHARED_ZONE, WORKSPACE, type LinkFlags } from '../redirector/stored-links';
import { until } from '../../until';
import { openWorld, type OpenInstance, type World } from './open-world';
import { answerOfReleaseBefore, entryOfReleaseBefore } from './release-before-conditions';
import { answerOfReleaseBeforePasswords } from './release-before-passwords';

let world: World;
let today: OpenInstance;
beforeAll(async () => {
  world = await openWorld();
  today = await world.openInstance();
});
afterAll(() => world.close());

const fallback = (slug: string) => `https://example.com/${slug}`;
const text = encodeConditions({ rules: [{ via: 'scan', location: 'https://example.com/scan' }] });
const older = (slug: string) =>
  answerOfReleaseBefore({ db: world.db, redis: world.admin }, SHARED_ZONE, slug);
const beforePasswords = (slug: string) =>
  answerOfReleaseBeforePasswords({ db: world.db, redis: world.admin }, SHARED_ZONE, slug);
const relay = () => {
  const { db, linkCache } = world;
  return makeOutboxRelay({ db, linkCache, log: silentLog, clock: systemClock }).relayAll();
};
const publish = async (slug: string) => {
  await world.db.insertInto('link_changes').values({ zone_id: SHARED_ZONE, slug }).execute();
  await relay();
};
const add = async (slug: string, more: LinkFlags & { expires_at?: Date; conditions?: string }) => {
  const { expires_at = null, conditions = text, ...flags } = more;
  await addLink(world.db, slug, flags);
  await world.db.updateTable('links').set({ conditions, expires_at }).where('slug', '=', slug).execute();
};
const led = async (path: string) => {
  const { status, headers } = await ask(today.port, `/${path}`);
  return status === 302 ? headers.location : status;
};

test('the recording leads where a plain link leads', async () => {
  await addLink(world.db, 'plain');
  expect(await older('plain')).toEqual({ status: 302, location: fallback('plain') });
  await publish('plain');
  expect(await older('plain')).toEqual({ status: 302, location: fallback('plain') });
});

test.each<[string, Parameters<typeof add>[1]]>([
  ['rules', {}],
  ['rules-that-end', { expires_at: new Date('2090-01-01') }],
  ['rules-and-a-mark', { isUnsafe: true }],
  ['a-query-that-is-passed-on', { conditions: encodeConditions({ forwardsQuery: true }) }],
])('%s: the older one answers 503, from PostgreSQL and with the entry in Redis', async (slug, more) => {
  await add(slug, more);
  expect(await older(slug)).toEqual({ status: 503 });
  await publish(slug);
  expect(await older(slug)).toEqual({ status: 503 });
  if (!more.isUnsafe) expect(await led(slug)).toBe(fallback(slug));
});

test('a paused or restricted link with rules is so for the older one', async () => {
  await add('paused', { isEnabled: false });
  await add('restricted', { isRestricted: true });
  await publish('paused');
  await publish('restricted');
  expect([await older('paused'), await older('restricted')]).toEqual([{ status: 404 }, { status: 410 }]);
});

test('an edit by the API of that release leaves the rules in force', async () => {
  await add('edited', {});
  await world.db
    .updateTable('links')
    .set({ location: 'https://example.com/new' })
    .where('slug', '=', 'edited')
    .execute();
  expect(await older('edited')).toEqual({ status: 503 });
  expect(await led('edited')).toBe('https://example.com/new');
  expect(await led('q/edited')).toBe('https://example.com/scan');
});

test('what that release writes to Redis for such a link keeps no redirector of today from its rules', async () => {
  await add('spoilt', {});
  const { id, version } = await world.db
    .selectFrom('links')
    .select(['id', 'version'])
    .where('slug', '=', 'spoilt')
    .executeTakeFirstOrThrow();
  await until(async () => (await world.admin.get('kurz:epoch')) !== null);
  const key = `kurz:link:${await world.admin.get('kurz:epoch')}:${SHARED_ZONE}/spoilt`;
  await world.admin.set(key, entryOfReleaseBefore(version, id, WORKSPACE));
  expect(await older('spoilt')).toEqual({ status: 503 });
  expect(await led('spoilt')).toBe(fallback('spoilt'));
  expect(await led('q/spoilt')).toBe('https://example.com/scan');
});

test('the recording of the release before passwords leads by plain links and by conditions that it knows', async () => {
  await addLink(world.db, 'plain-then');
  await add('led-then', {});
  for (const slug of ['plain-then', 'led-then']) {
    expect(await beforePasswords(slug)).toEqual({ status: 302, location: fallback(slug) });
    await publish(slug);
    expect(await beforePasswords(slug)).toEqual({ status: 302, location: fallback(slug) });
  }
});

test.each<[string, Parameters<typeof addGuardedLink>[2]]>([
  ['a-password', {}],
  ['a-password-and-rules', { conditions: text }],
  ['a-password-and-an-end', { expiresAt: new Date('2090-01-01') }],
  ['a-password-and-a-mark', { isUnsafe: true }],
])('%s: both older ones answer 503, from PostgreSQL and with the entry in Redis', async (slug, more) => {
  await addGuardedLink(world, slug, { ...more, isPublished: false });
  expect([await older(slug), await beforePasswords(slug)]).toEqual([{ status: 503 }, { status: 503 }]);
  await publish(slug);
  expect([await older(slug), await beforePasswords(slug)]).toEqual([{ status: 503 }, { status: 503 }]);
  expect(await led(slug)).toBe(200);
});

test('an edit by the API of the release before passwords stays behind the password', async () => {
  await addGuardedLink(world, 'edited-then', { isPublished: false });
  const edit = (values: { location?: string; conditions?: string | null }) =>
    world.db.updateTable('links').set(values).where('slug', '=', 'edited-then').execute();
  await edit({ location: 'https://example.com/new' });
  await edit({ conditions: text });
  await publish('edited-then');
  expect([await older('edited-then'), await beforePasswords('edited-then')]).toEqual([
    { status: 503 },
    { status: 503 },
  ]);
  expect(await led('edited-then')).toBe(200);
  const cookie = cookieOf(await give(today.port, 'edited-then', PASSWORD));
  const { headers } = await ask(today.port, '/edited-then', { headers: { cookie } });
  expect(headers.location).toBe('https://example.com/new');
});
