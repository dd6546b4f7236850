// Password tries on two redirectors that share one Redis. They are counted together; while Redis is away, each
// redirector counts alone. Redis learns no address, and neither Redis nor the journal learns a destination.

import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { makeOutboxRelay } from '@kurz/api';
import { silentLog, systemClock } from '@kurz/process';
import { until } from '../../until';
import { ask } from '../redirector/ask';
import { addGuardedLink, cookieOf, give, PASSWORD } from '../redirector/guarded-links';
import { openWorld, type OpenInstance, type World } from './open-world';

const MAX_ATTEMPTS = 10;
const SECRET = 'https://secret.example/place';

let world: World;
let one: OpenInstance;
let other: OpenInstance;
beforeAll(async () => {
  world = await openWorld();
  const settings = { trustedProxies: 1 };
  one = await world.openInstance({ settings });
  other = await world.openInstance({ settings });
});
afterAll(() => world.close());

const add = async (slug: string) => {
  const { db, linkCache } = world;
  await addGuardedLink(world, slug, { location: SECRET, isPublished: false });
  await makeOutboxRelay({ db, linkCache, log: silentLog, clock: systemClock }).relayAll();
};
const guess = async (
  { port }: OpenInstance,
  slug: string,
  address = '203.0.113.7',
  password = 'wrong horse',
) => (await give(port, slug, password, { 'x-forwarded-for': address })).status;
const open = async ({ port }: OpenInstance, slug: string, cookie: string) => {
  const { status, headers } = await ask(port, `/${slug}`, { headers: { cookie } });
  return status === 302 ? headers.location : status;
};

/** All that Redis holds, as text. */
async function allOfRedis(): Promise<string> {
  const keys = await world.admin.keys('*');
  const values = await Promise.all(
    keys.map(async (key) => ((await world.admin.type(key)) === 'string' ? world.admin.get(key) : key)),
  );
  return [...keys, ...values].join('\n');
}

test('Tries at either redirector count together, by address, and the right password gives none away', async () => {
  await add('together');
  for (let tries = 0; tries < MAX_ATTEMPTS; tries++) {
    expect(await guess(tries % 2 ? one : other, 'together')).toBe(403);
    expect(await guess(one, 'together', '203.0.113.8', PASSWORD)).toBe(303);
  }
  expect([await guess(one, 'together'), await guess(other, 'together')]).toEqual([429, 429]);
  expect(await guess(other, 'together', '203.0.113.7', PASSWORD)).toBe(429);
  expect(await guess(other, 'together', '203.0.113.9')).toBe(403);
});

test('A cookie of one redirector opens the link at the other, until the password changes', async () => {
  await add('shared');
  const cookie = cookieOf(await give(one.port, 'shared', PASSWORD));
  expect([await open(one, 'shared', cookie), await open(other, 'shared', cookie)]).toEqual([SECRET, SECRET]);
  await world.db.updateTable('links').set({ password_hash: 'x' }).where('slug', '=', 'shared').execute();
  // no message was published: PostgreSQL has the new password
  expect([await open(one, 'shared', cookie), await open(other, 'shared', cookie)]).toEqual([200, 200]);
});

test('Redis holds neither the destination nor the hash nor an address, before success and after', async () => {
  await add('kept');
  await guess(one, 'kept', '198.51.100.77');
  const cookie = cookieOf(await give(one.port, 'kept', PASSWORD, { 'x-forwarded-for': '198.51.100.77' }));
  expect(await open(one, 'kept', cookie)).toBe(SECRET);
  const all = await allOfRedis();
  expect(all).toContain('lnk_kept');
  expect(all).toContain('kurz:tries:');
  expect(all).not.toMatch(/secret|argon2|198\.51|horse/);
  for (const file of await readdir(one.journalFolder)) {
    const lines = (await readFile(path.join(one.journalFolder, file))).toString('latin1');
    expect(lines).not.toMatch(/secret|argon2|horse/);
  }
});

test('While Redis is away each redirector counts for itself, and what it counted holds when Redis is back', async () => {
  await add('alone');
  await ask(one.port, '/alone');
  await guess(one, 'alone');
  await world.redis.freeze();
  try {
    for (let tries = 1; tries < MAX_ATTEMPTS; tries++) expect(await guess(one, 'alone')).toBe(403);
    expect(await guess(one, 'alone')).toBe(429);
    expect(await guess(one, 'alone', '203.0.113.7', PASSWORD)).toBe(429);
    expect(await guess(one, 'alone', '203.0.113.8', PASSWORD)).toBe(303);
  } finally {
    await world.redis.thaw();
  }
  await until(() => world.admin.status === 'ready');
  expect(await guess(one, 'alone')).toBe(429);
});
