// A redirector of the release before conditions, beside one of today and the API of today: it never leads past a rule, and
// what it leaves in Redis keeps nobody of today from following the rules.

import { makeOutboxRelay } from '@kurz/api';
import { encodeConditions } from '@kurz/link-cache';
import { silentLog, systemClock } from '@kurz/process';
import { ask } from '../redirector/ask';
import { addLink, SHARED_ZONE, WORKSPACE, type LinkFlags } from '../redirector/stored-links';
import { until } from '../../until';
import { openWorld, type OpenInstance, type World } from './open-world';
import { answerOfReleaseBefore, entryOfReleaseBefore } from './release-before-conditions';

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
