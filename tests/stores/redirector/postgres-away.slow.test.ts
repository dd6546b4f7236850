import { setTimeout as sleep } from 'node:timers/promises';
import { startPostgres, type TestPostgres } from '@kurz/backends';
import { makeMemoryLinkCache } from '@kurz/link-cache';
import { sql } from 'kysely';
import { until } from '../../until';
import { ask } from './ask';
import { openRedirector, type OpenRedirector } from './open-redirector';
import { addLink, addWorkspace, changeLink, deleteLink, SHARED_ZONE } from './stored-links';

let open: OpenRedirector;
let postgres: TestPostgres;
beforeEach(async () => (postgres = await startPostgres()));

/** Requests the slug until it gets this status and is near. On a busy machine PostgreSQL may be too late at first. */
const makeKnown = (slug: string, status: number) =>
  until(async () => (await ask(open.port, `/${slug}`)).status === status, { what: `/${slug} is known` });

afterEach(() => open.close());

test('With Postgres away known links go on, unknown ones are 503 and come back with it', async () => {
  const forgetful = makeMemoryLinkCache({ maxEntries: 1 });
  open = await openRedirector({ postgres, around: () => forgetful });
  await addWorkspace(open.db);
  for (const slug of ['known', 'changed', 'restricted', 'never-asked']) await addLink(open.db, slug);
  await forgetful.publishZone(SHARED_ZONE);
  await changeLink(open.db, forgetful, 'restricted', { is_restricted: true });
  await makeKnown('known', 302);
  await makeKnown('changed', 302);
  await makeKnown('restricted', 410);
  await ask(open.port, '/not-there');
  // evicts the first slug from the link cache, which would otherwise still hold it as unknown
  await ask(open.port, '/not-there-either');
  await open.db.deleteFrom('links').where('slug', '=', 'changed').execute();
  await postgres.stop();
  // the link's change arrives although PostgreSQL does not answer
  await forgetful.apply({ zoneId: SHARED_ZONE, slug: 'changed' }, { kind: 'gone', version: 1_000 });
  await forgetful.apply({ zoneId: SHARED_ZONE, slug: 'elsewhere' }, { kind: 'gone', version: 1_001 });

  for (const hours of [0, 1, 24]) {
    open.pass(hours * 3_600_000);
    const begun = performance.now();
    const known = await ask(open.port, '/known');
    expect(known.status).toBe(302);
    expect((await ask(open.port, '/restricted')).status).toBe(410);
    expect(performance.now() - begun).toBeLessThan(1_000);
  }
  for (const slug of ['never-asked', 'changed', 'not-there', 'never-seen']) {
    const answer = await ask(open.port, `/${slug}`);
    expect([slug, answer.status]).toEqual([slug, 503]);
    expect(answer.headers['retry-after']).toMatch(/^\d+$/);
    expect(answer.headers['cache-control']).toBe('no-store');
  }
  expect((await ask(open.port, '/known', { host: 'nobody.example' })).status).toBe(503);
  expect((await ask(open.port, '/ab')).status).toBe(404);
  expect((await open.visits()).filter((visit) => visit.linkId === 'lnk_known')).toHaveLength(4);

  await postgres.start();
  open.pass(2_000);
  await until(async () => (await ask(open.port, '/never-asked')).status === 302, {
    what: 'Postgres is seen to be back',
  });
  expect((await ask(open.port, '/changed')).status).toBe(404);
  // links are read at once, zones once a second
  await until(async () => (await ask(open.port, '/known', { host: 'nobody.example' })).status === 404, {
    what: 'the zones are read again',
  });
  await forgetful.close();
});

test('It starts while Postgres is away, says that it is not ready, and serves once Postgres is there', async () => {
  await postgres.stop();
  open = await openRedirector({ postgres });
  expect(await open.redirector.isReady()).toBe(false);
  expect((await ask(open.port, '/abc')).status).toBe(503);
  expect((await ask(open.port, '/')).status).toBe(503);
  expect((await ask(open.port, '/abc', { method: 'POST' })).status).toBe(405);
  // the password form may belong to this link
  const form = { 'content-type': 'application/x-www-form-urlencoded' };
  expect(
    (await ask(open.port, '/abc', { method: 'POST', headers: form, body: 'password=1234' })).status,
  ).toBe(503);
  await postgres.start();
  await addWorkspace(open.db);
  await addLink(open.db, 'abc');
  open.pass(1_000);
  await until(async () => (await ask(open.port, '/abc')).status === 302, { what: 'the link is served' });
  expect(await open.redirector.isReady()).toBe(true);
  await deleteLink(open.db, open.linkCache, 'abc');
  expect((await ask(open.port, '/abc')).status).toBe(404);
});

test('With the link cache away as well, cut off from all changes, cached links go on and the rest is 503', async () => {
  let isAway = false;
  const unlessAway = <T>(value: Promise<T>) =>
    isAway ? Promise.reject(new Error('connection lost')) : value;
  open = await openRedirector({
    postgres,
    around: (linkCache) => ({
      ...linkCache,
      getAll: (keys) => unlessAway(linkCache.getAll(keys)),
      fill: (key, entry) => unlessAway(linkCache.fill(key, entry)),
      subscribe: async (onChange) => {
        const subscription = await linkCache.subscribe(onChange);
        return { ...subscription, isConnected: () => !isAway };
      },
    }),
  });
  await addWorkspace(open.db);
  await addLink(open.db, 'known');
  await addLink(open.db, 'later');
  await open.linkCache.publishZone(SHARED_ZONE);
  await makeKnown('known', 302);
  isAway = true;
  await makeKnown('later', 302);
  await postgres.stop();
  for (let index = 0; index < 20; index++) expect((await ask(open.port, '/known')).status).toBe(302);
  expect((await ask(open.port, '/later')).status).toBe(302);
  expect((await ask(open.port, '/never-seen')).status).toBe(503);
});

test('With Postgres hanging instead of gone, known links soon do not wait for it', async () => {
  const forgetful = makeMemoryLinkCache({ maxEntries: 1 });
  open = await openRedirector({ postgres, around: () => forgetful, settings: { lookupTimeoutMs: 300 } });
  await addWorkspace(open.db);
  await addLink(open.db, 'known');
  await forgetful.publishZone(SHARED_ZONE);
  await makeKnown('known', 302);
  await forgetful.apply({ zoneId: SHARED_ZONE, slug: 'elsewhere' }, { kind: 'gone', version: 1_000 });
  // longer than the near cache keeps a link
  open.pass(3_600_000);
  await open.db.transaction().execute(async (transaction) => {
    await sql`LOCK TABLE links IN ACCESS EXCLUSIVE MODE`.execute(transaction);
    for (let index = 0; index < 3; index++) expect((await ask(open.port, '/known')).status).toBe(302);
    const begun = performance.now();
    for (let index = 0; index < 50; index++) expect((await ask(open.port, '/known')).status).toBe(302);
    expect((await ask(open.port, '/never-seen')).status).toBe(503);
    expect(performance.now() - begun).toBeLessThan(3_000);
  });
  await until(async () => (await ask(open.port, '/never-seen')).status === 404, {
    what: 'Postgres is seen to be back',
  });
  await forgetful.close();
});

test('With Postgres hanging, visitors of hosts that nobody knows wait for it once, and it is read again without them', async () => {
  open = await openRedirector({ postgres, settings: { lookupTimeoutMs: 2_000 } });
  const askUnknown = async () => (await ask(open.port, '/abc', { host: 'nobody.example' })).status;
  await open.db.transaction().execute(async (transaction) => {
    await sql`LOCK TABLE zones IN ACCESS EXCLUSIVE MODE`.execute(transaction);
    open.pass(1_000);
    expect(await askUnknown()).toBe(503);
    // long enough for the zones to be read again, and to hang again
    for (const end = performance.now() + 3_000; performance.now() < end;) {
      const begun = performance.now();
      expect(await askUnknown()).toBe(503);
      expect(performance.now() - begun).toBeLessThan(1_000);
      await sleep(50);
    }
  });
  await until(async () => (await askUnknown()) === 404, { what: 'the zones are read again' });
});
