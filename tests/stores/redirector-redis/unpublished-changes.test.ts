// Changes that are committed and not published: redirectors read them from the outbox.

import { sql } from 'kysely';
import { MAX_IN_OUTBOX } from '../../../services/redirector/src/resolve/watch-outbox';
import { until } from '../../until';
import { ask } from '../redirector/ask';
import { addLink, SHARED_ZONE } from '../redirector/stored-links';
import { openWorld, type OpenInstance, type World } from './open-world';

let world: World;
let instance: OpenInstance;

beforeAll(async () => {
  world = await openWorld();
  instance = await world.openInstance({ settings: { outboxMs: 100 } });
});
afterAll(() => world.close());
afterEach(() => world.db.deleteFrom('link_changes').execute());

const statusOf = async (slug: string) => (await ask(instance.port, `/${slug}`)).status;
const inLinkCache = (slug: string) => world.linkCache.get({ zoneId: SHARED_ZONE, slug });

/** A link that the instance and the link cache know. */
async function addKnown(slug: string): Promise<void> {
  await addLink(world.db, slug);
  expect(await statusOf(slug)).toBe(302);
  expect(await inLinkCache(slug)).toMatchObject({ kind: 'link' });
}

/** Deletes a link as an API does that cannot reach the link cache. */
async function deleteUntold(slug: string): Promise<void> {
  await world.db.transaction().execute(async (transaction) => {
    await transaction.deleteFrom('links').where('slug', '=', slug).execute();
    await transaction.insertInto('link_changes').values({ zone_id: SHARED_ZONE, slug }).execute();
  });
}

test('a deletion is seen though nobody published it, stays seen, and is read from Postgres once', async () => {
  await addKnown('untold');
  await deleteUntold('untold');
  await until(async () => (await statusOf('untold')) === 404);
  const before = instance.reads.linkReads();
  // longer than two reads of the outbox, each of which finds the change still waiting
  for (const end = Date.now() + 500; Date.now() < end;) expect(await statusOf('untold')).toBe(404);
  expect(instance.reads.linkReads() - before).toBe(0);
  expect(await inLinkCache('untold')).toMatchObject({ kind: 'link' });
});

test('a link that changes again while its first change still waits is dropped again', async () => {
  await addKnown('twice');
  for (const isEnabled of [false, true, false]) {
    await world.db.transaction().execute(async (transaction) => {
      await transaction
        .updateTable('links')
        .set({ is_enabled: isEnabled })
        .where('slug', '=', 'twice')
        .execute();
      await transaction.insertInto('link_changes').values({ zone_id: SHARED_ZONE, slug: 'twice' }).execute();
    });
    await until(async () => (await statusOf('twice')) === (isEnabled ? 302 : 404));
  }
});

test('a zone that is switched off is seen', async () => {
  await addKnown('of-the-zone');
  await world.db.updateTable('zones').set({ is_enabled: false }).where('id', '=', SHARED_ZONE).execute();
  await world.db.insertInto('link_changes').values({ zone_id: SHARED_ZONE, slug: null }).execute();
  await until(async () => (await statusOf('of-the-zone')) === 404);
  await world.db.updateTable('zones').set({ is_enabled: true }).where('id', '=', SHARED_ZONE).execute();
  await world.db.insertInto('link_changes').values({ zone_id: SHARED_ZONE, slug: null }).execute();
  await until(async () => (await statusOf('of-the-zone')) === 302);
});

test('of more changes than the outbox reader keeps apart none is missed', async () => {
  await addKnown('in-the-flood');
  await sql`
    INSERT INTO link_changes (zone_id, slug)
    SELECT ${SHARED_ZONE}, 'flood-' || n FROM generate_series(1, ${MAX_IN_OUTBOX}) AS n`.execute(world.db);
  await deleteUntold('in-the-flood');
  await until(async () => (await statusOf('in-the-flood')) === 404);
  await world.db.deleteFrom('link_changes').where('slug', 'like', 'flood-%').execute();
  for (const end = Date.now() + 500; Date.now() < end;) expect(await statusOf('in-the-flood')).toBe(404);
});
