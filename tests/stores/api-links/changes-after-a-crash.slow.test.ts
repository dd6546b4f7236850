// Changes that an API has committed and not published when it dies, and how they are published later.

import { makeMemoryLinkCache, type ChangedKey, type LinkCache } from '@kurz/link-cache';
import { silentLog, systemClock } from '@kurz/process';
import { makeOutboxRelay } from '../../../services/api/src/outbox/outbox-relay';
import { until } from '../../until';
import { ZONE, startLinks, type LinkWorld } from './link-world';

let world: LinkWorld;
beforeAll(async () => {
  world = await startLinks();
});
afterAll(() => world.close());

const waiting = () => world.db.selectFrom('link_changes').selectAll().execute();
const known = (slug: string) => world.linkCache.get({ zoneId: ZONE, slug });
const relayFor = (linkCache: LinkCache) =>
  makeOutboxRelay({ db: world.db, linkCache, log: silentLog, clock: systemClock });

test('creates, edits, renames and deletes that were committed and not published are published by relayAll', async () => {
  const workspace = await world.addWorkspace();
  const addressOf = (slug: string) => ({ workspaceId: workspace.id, defaultZoneId: null, slug });
  for (const slug of ['made', 'paused', 'named', 'deleted']) {
    const outcome = await world.createLink(workspace, { url: 'https://a.example/', slug });
    if (outcome.kind === 'created' && slug !== 'made')
      await world.outboxRelay.publishChanges([outcome.change]);
  }
  await world.editLink(addressOf('paused'), { isEnabled: false });
  await world.editLink(addressOf('named'), { newSlug: 'renamed' });
  await world.deleteLink(addressOf('deleted'));
  expect(await known('made')).toBeUndefined();
  expect(await known('deleted')).toMatchObject({ kind: 'link' });
  expect(await world.outboxRelay.relayAll()).toBe(5);
  expect(await known('made')).toMatchObject({ kind: 'link', state: 'enabled' });
  expect(await known('paused')).toMatchObject({ kind: 'link', state: 'paused' });
  expect(await known('named')).toMatchObject({ kind: 'gone' });
  expect(await known('renamed')).toMatchObject({ kind: 'link' });
  expect(await known('deleted')).toMatchObject({ kind: 'gone' });
  expect(await waiting()).toEqual([]);
  expect(await world.outboxRelay.relayAll()).toBe(0);
});

test('a slow reader that still has the deleted link cannot bring it back', async () => {
  const workspace = await world.addWorkspace();
  const created = await world.createLink(workspace, { url: 'https://a.example/', slug: 'revenant' });
  if (created.kind !== 'created') throw new Error(created.code);
  await world.outboxRelay.publishChanges([created.change]);
  const stale = await known('revenant');
  if (!stale) throw new Error('the link cache was not told');
  await world.deleteLink({ workspaceId: workspace.id, defaultZoneId: null, slug: 'revenant' });
  await world.outboxRelay.relayAll();
  expect(await world.linkCache.fill({ zoneId: ZONE, slug: 'revenant' }, stale)).toMatchObject({
    kind: 'gone',
  });
});

test('a link cache that fails keeps the rows, fails no request, and hears everything once it is back', async () => {
  const workspace = await world.addWorkspace();
  const memory = makeMemoryLinkCache({ maxEntries: 100 });
  let isAway = true;
  const linkCache: LinkCache = {
    ...memory,
    apply: async (key, entry) => {
      if (isAway) throw new Error('connection refused');
      await memory.apply(key, entry);
    },
  };
  const outboxRelay = relayFor(linkCache);
  for (const slug of ['away-1', 'away-2']) {
    const outcome = await world.createLink(workspace, { url: 'https://a.example/', slug });
    if (outcome.kind === 'created') await outboxRelay.publishChanges([outcome.change]);
  }
  expect(await outboxRelay.relayAll()).toBe(0);
  expect(await waiting()).toHaveLength(2);
  isAway = false;
  expect(await outboxRelay.relayAll()).toBe(2);
  expect(await memory.get({ zoneId: ZONE, slug: 'away-1' })).toMatchObject({ kind: 'link' });
  expect(await waiting()).toEqual([]);
});

test('two APIs share the outbox: every row is published, and neither waits for the other', async () => {
  const workspace = await world.addWorkspace();
  for (let index = 0; index < 450; index++) {
    await world.createLink(workspace, { url: 'https://a.example/', slug: `left-${index}` });
  }
  const counts = await Promise.all([world.outboxRelay.relayAll(), relayFor(world.linkCache).relayAll()]);
  expect(counts[0] + counts[1]).toBe(450);
  expect(await known('left-0')).toMatchObject({ kind: 'link' });
  expect(await known('left-449')).toMatchObject({ kind: 'link' });
  expect(await waiting()).toEqual([]);
});

test('a change of a zone is published to every redirector', async () => {
  const heard: ChangedKey[] = [];
  const subscription = await world.linkCache.subscribe((key) => heard.push(key));
  await world.db.insertInto('link_changes').values({ zone_id: ZONE, slug: null }).execute();
  expect(await world.outboxRelay.relayAll()).toBe(1);
  expect(heard).toEqual([{ zoneId: ZONE, slug: null }]);
  await subscription.close();
});

test('the loop heals by itself and ends with close', async () => {
  const workspace = await world.addWorkspace();
  const outboxRelay = relayFor(world.linkCache);
  outboxRelay.start();
  await world.createLink(workspace, { url: 'https://a.example/', slug: 'looped' });
  await until(async () => (await known('looped')) !== undefined);
  await outboxRelay.close();
  expect(await known('looped')).toMatchObject({ kind: 'link' });
  await world.createLink(workspace, { url: 'https://a.example/', slug: 'after-close' });
  await new Promise((resolve) => setTimeout(resolve, 1_200));
  expect(await known('after-close')).toBeUndefined();
});

test('while PostgreSQL is away the loop says so once, and once that it goes on', async () => {
  const events: string[] = [];
  const note = ({ event }: { event: string }) => void events.push(event);
  const log = { debug: note, info: note, warn: note, error: note };
  const { db, linkCache } = world;
  const outboxRelay = makeOutboxRelay({ db, linkCache, log, clock: systemClock });
  await outboxRelay.relayAll();
  await world.postgres.stop();
  const batches = jest.spyOn(db, 'transaction');
  outboxRelay.start();
  // the loop is in its fourth turn, so three have failed
  await until(() => batches.mock.calls.length > 3);
  await world.postgres.start();
  await until(() => events.length >= 2);
  await outboxRelay.close();
  batches.mockRestore();
  expect(events).toEqual(['link_changes_not_published', 'link_changes_publish_again']);
});

test('relayAll waits for what the loop is publishing, and then publishes the rest', async () => {
  const workspace = await world.addWorkspace();
  let goOn: () => void = () => undefined;
  const isHeldUp = new Promise<void>((resolve) => (goOn = resolve));
  let isPublishing = false;
  const relay = relayFor({
    ...world.linkCache,
    apply: async (key, entry) => {
      isPublishing = true;
      await isHeldUp;
      await world.linkCache.apply(key, entry);
    },
  });
  await world.createLink(workspace, { url: 'https://a.example/', slug: 'held-up' });
  relay.start();
  await until(() => isPublishing, { what: 'the loop publishes' });
  const seen = relay.relayAll().then(() => known('held-up'));
  // another API's relay skips the change that is being published
  for (let time = 0; time < 3; time++) expect(await world.outboxRelay.relayAll()).toBe(0);
  goOn();
  expect(await seen).toMatchObject({ kind: 'link' });
  await relay.close();
});
