import { setTimeout as sleep } from 'node:timers/promises';
import { until } from '../../until';
import { ask } from './ask';
import { openRedirector, type OpenRedirector } from './open-redirector';
import { addLink, addWorkspace, addZone, changeLink, deleteLink, SHARED_ZONE } from './stored-links';

let open: OpenRedirector;
let isConnected = true;
let reportGap = () => {};

beforeAll(async () => {
  open = await openRedirector({
    linkCacheEntries: 3,
    // the real link cache, whose connection to its subscribers a test can cut
    around: (linkCache) => ({
      ...linkCache,
      subscribe: async (onChange, onMissed) => {
        reportGap = () => onMissed?.();
        const subscription = await linkCache.subscribe(
          (changed) => (isConnected ? onChange(changed) : undefined),
          onMissed,
        );
        return { ...subscription, isConnected: () => isConnected && subscription.isConnected() };
      },
    }),
  });
  await addWorkspace(open.db);
  await open.linkCache.publishZone(SHARED_ZONE);
});
afterEach(() => {
  open.reads.holdBack(undefined);
  isConnected = true;
});
afterAll(() => open.close());

/** Fills the link cache with other slugs, so that it remembers nothing else. */
async function forget() {
  for (let index = 0; index < 4; index++) {
    await open.linkCache.fill(
      { zoneId: 'zon_other', slug: `other-${index}` },
      { kind: 'gone', version: 1e9 + index },
    );
  }
}

/** Reports a gap and waits until the next tick has read all zones, as it would after a gap of an earlier test. */
async function afterFullRead() {
  const before = open.reads.zoneRows();
  reportGap();
  await until(() => open.reads.zoneRows() > before, { what: 'all zones are read' });
}

const statusOf = async (slug: string) => (await ask(open.port, `/${slug}`)).status;

test('The request after a change sees the new state, whatever was near', async () => {
  await addLink(open.db, 'changing');
  expect(await statusOf('changing')).toBe(302);
  await changeLink(open.db, open.linkCache, 'changing', { is_enabled: false });
  expect(await statusOf('changing')).toBe(404);
  await changeLink(open.db, open.linkCache, 'changing', {
    is_enabled: true,
    location: 'https://new.example/',
  });
  expect((await ask(open.port, '/changing')).headers.location).toBe('https://new.example/');
  await changeLink(open.db, open.linkCache, 'changing', { is_unsafe: true });
  expect(await statusOf('changing')).toBe(200);
  await changeLink(open.db, open.linkCache, 'changing', { is_restricted: true });
  expect(await statusOf('changing')).toBe(410);
  await deleteLink(open.db, open.linkCache, 'changing');
  expect(await statusOf('changing')).toBe(404);
});

test('A slug that was unknown redirects as soon as it is taken', async () => {
  expect(await statusOf('taken-later')).toBe(404);
  await addLink(open.db, 'taken-later');
  await changeLink(open.db, open.linkCache, 'taken-later', {});
  expect(await statusOf('taken-later')).toBe(302);
});

test.each([
  ['remembers the deletion', false],
  ['has no room for the deletion', true],
])(
  'A slow read that races a deletion never brings the link back, in 300 rounds, when the link cache %s',
  async (_, isForgotten) => {
    for (let round = 0; round < 300; round++) {
      const slug = `race-${isForgotten}-${round}`;
      await addLink(open.db, slug);
      // Postgres has found the link; its answer is in flight for as long as deleting the link takes, or less
      open.reads.holdBack(() => sleep(round % 8));
      const racing = [statusOf(slug), statusOf(slug)];
      if (round % 3 > 0) await sleep(round % 5);
      await deleteLink(open.db, open.linkCache, slug);
      if (isForgotten) await forget();
      const late = statusOf(slug);
      open.reads.holdBack(undefined);
      expect(await late).toBe(404);
      for (const status of await Promise.all(racing)) expect([302, 404]).toContain(status);
      if (isForgotten) await forget();
      expect(await statusOf(slug)).toBe(404);
    }
  },
);

/** A visitor for whom Postgres has read the link. The answer of Postgres stays in flight until `goOn`. */
async function startSlowly(slug: string) {
  let arrive = () => {};
  const arrived = new Promise<void>((resolve) => (arrive = resolve));
  let goOn = () => {};
  const mayGoOn = new Promise<void>((resolve) => (goOn = resolve));
  open.reads.holdBack(() => {
    arrive();
    return mayGoOn;
  });
  const status = statusOf(slug);
  await arrived;
  open.reads.holdBack(undefined);
  return { status, goOn };
}

test('A request that still waits for an outdated read is answered with the new state', async () => {
  await addLink(open.db, 'outdated');
  const slow = await startSlowly('outdated');
  await deleteLink(open.db, open.linkCache, 'outdated');
  await forget();
  expect(await statusOf('outdated')).toBe(404);
  slow.goOn();
  expect(await slow.status).toBe(404);
  expect(await statusOf('outdated')).toBe(404);
});

test('A slow read whose invalidation is missed gives way to what the link cache has heard', async () => {
  await addLink(open.db, 'unheard');
  isConnected = false;
  const slow = await startSlowly('unheard');
  await deleteLink(open.db, open.linkCache, 'unheard');
  slow.goOn();
  expect(await slow.status).toBe(404);
});

test('While the subscription is not proven nothing near is trusted, nor what was near before that', async () => {
  await addLink(open.db, 'cut-off');
  expect(await statusOf('cut-off')).toBe(302);
  isConnected = false;
  await deleteLink(open.db, open.linkCache, 'cut-off');
  expect(await statusOf('cut-off')).toBe(404);
  await addLink(open.db, 'cut-off');
  await changeLink(open.db, open.linkCache, 'cut-off', {});
  isConnected = true;
  expect(await statusOf('cut-off')).toBe(302);
});

test('After a gap that is over before anybody asked, what was near is asked for again', async () => {
  await addLink(open.db, 'gap');
  expect(await statusOf('gap')).toBe(302);
  isConnected = false;
  await deleteLink(open.db, open.linkCache, 'gap');
  isConnected = true;
  reportGap();
  expect(await statusOf('gap')).toBe(404);
});

test('A zone serves as soon as it is published, and stops as soon as that is', async () => {
  await addZone(open.db, { id: 'zon_new', domain: 'new.example', isCustom: true });
  await addLink(open.db, 'at-new-zone', { zoneId: 'zon_new' });
  const status = async () => (await ask(open.port, '/at-new-zone', { host: 'new.example' })).status;
  await open.linkCache.publishZone('zon_new');
  expect(await status()).toBe(302);
  for (const [isEnabled, expected] of [
    [false, 404],
    [true, 302],
  ] as const) {
    const zone = open.db.updateTable('zones').set({ is_enabled: isEnabled });
    await zone.where('id', '=', 'zon_new').execute();
    await open.linkCache.publishZone('zon_new');
    expect(await status()).toBe(expected);
  }
});

test('What is published of a zone, and a host that nobody knows, reads no other zone', async () => {
  await afterFullRead();
  for (let index = 0; index < 20; index++) {
    await addZone(open.db, { id: `zon_many_${index}`, domain: `many-${index}.example`, isCustom: true });
  }
  const status = async (host: string) => (await ask(open.port, '/', { host })).status;
  const edit = async (root: string) => {
    const zone = open.db.updateTable('zones').set({ root_redirect_url: root });
    await zone.where('id', '=', 'zon_many_7').execute();
    await open.linkCache.publishZone('zon_many_7');
  };
  // another host uses up this second's read; many-7.example is noted for the next one
  open.pass(1_000);
  expect(await status('somebody.example')).toBe(404);
  expect(await status('many-7.example')).toBe(404);
  await edit('https://a.example/');
  expect(await status('many-7.example')).toBe(302);
  const before = open.reads.zoneRows();
  await edit('');
  open.pass(1_000);
  // the request waits for messages that were published before it
  expect(await status('nobody.example')).toBe(404);
  expect(await status('many-7.example')).toBe(404);
  expect(open.reads.zoneRows() - before).toBe(1);
});

test('A zone that is given another domain, or taken away, no longer serves the old one', async () => {
  await addZone(open.db, {
    id: 'zon_moved',
    domain: 'before.example',
    isCustom: true,
    root: 'https://a.example/',
  });
  await open.linkCache.publishZone('zon_moved');
  const status = async (host: string) => (await ask(open.port, '/', { host })).status;
  expect(await status('before.example')).toBe(302);
  await open.db.updateTable('zones').set({ domain: 'after.example' }).where('id', '=', 'zon_moved').execute();
  await open.linkCache.publishZone('zon_moved');
  expect(await status('after.example')).toBe(302);
  expect(await status('before.example')).toBe(404);
  await open.db.deleteFrom('zones').where('id', '=', 'zon_moved').execute();
  await open.linkCache.publishZone('zon_moved');
  open.pass(1_000);
  expect(await status('nobody-else.example')).toBe(404);
  expect(await status('after.example')).toBe(404);
});

test('A claim of a domain serves nothing, and hides nothing of the zone that was proven', async () => {
  const [domain, location] = ['contested.example', 'https://a.example/'];
  await addZone(open.db, { id: 'zon_claim', domain, isCustom: true, isClaim: true });
  await addLink(open.db, 'at-claim', { zoneId: 'zon_claim', location });
  await open.linkCache.publishZone('zon_claim');
  expect((await ask(open.port, '/at-claim', { host: domain })).status).toBe(404);
  await addZone(open.db, { id: 'zon_proven', domain });
  await addLink(open.db, 'at-proven', { zoneId: 'zon_proven', location });
  await open.linkCache.publishZone('zon_proven');
  expect((await ask(open.port, '/at-proven', { host: domain })).status).toBe(302);
  expect((await ask(open.port, '/at-claim', { host: domain })).status).toBe(404);
});

test('A zone whose change was missed is found by the first visitor, with one reading a second at most', async () => {
  await afterFullRead();
  open.pass(1_000);
  await addZone(open.db, { id: 'zon_missed', domain: 'missed.example', isCustom: true });
  await addLink(open.db, 'at-missed-zone', { zoneId: 'zon_missed' });
  const asked = Array.from({ length: 20 }, () =>
    ask(open.port, '/at-missed-zone', { host: 'missed.example' }),
  );
  for (const answer of await Promise.all(asked)) expect(answer.status).toBe(302);
  await addZone(open.db, { id: 'zon_next', domain: 'next.example', isCustom: true });
  await addLink(open.db, 'at-next-zone', { zoneId: 'zon_next' });
  expect((await ask(open.port, '/at-next-zone', { host: 'next.example' })).status).toBe(404);
  open.pass(1_000);
  expect((await ask(open.port, '/at-next-zone', { host: 'next.example' })).status).toBe(302);
});

test('After a gap domains are read again, because one may have changed meanwhile', async () => {
  await addLink(open.db, 'in-a-zone');
  expect(await statusOf('in-a-zone')).toBe(302);
  const enable = (isEnabled: boolean) =>
    open.db.updateTable('zones').set({ is_enabled: isEnabled }).where('id', '=', SHARED_ZONE).execute();
  await enable(false);
  expect(await statusOf('in-a-zone')).toBe(302);
  reportGap();
  await until(async () => (await statusOf('in-a-zone')) === 404);
  await enable(true);
  reportGap();
  await until(async () => (await statusOf('in-a-zone')) === 302);
});
