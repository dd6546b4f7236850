// The list of blocked destinations applies to roots of custom domains, also to roots that were set before the entry.

import { blockDestination, lockDestinations, runSweeps, setLinkRestricted } from '@kurz/api';
import { hashOf } from '../../services/api/src/destinations/destination-name';
import { readZonesById } from '../../services/redirector/src/resolve/sql/read-zones';
import { untilLockWaits } from '../lock-waits';
import { makeBlocking, nameOfBlocked } from './blocking';
import { codeOf, newPlace } from './custom-domains';
import { SHARED_DOMAIN, startApi, type TestApi } from './start-api';

let api: TestApi;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.close());

const { sweep, block, unblock } = makeBlocking(() => api);
/** The root as a redirector reads it. */
const servedRoot = async (zoneId: string) => (await readZonesById(api.db, [zoneId]))[0]?.root_redirect_url;

async function addRoot(domain: string, rootRedirectURL: string) {
  const place = await newPlace(api);
  const zone = await place.addVerified(domain);
  expect((await place.edit(zone.id, { rootRedirectURL })).status).toBe(200);
  return { place, zone };
}

test.each(['restricted', 'unsafe'] as const)(
  'a root that was set before its destination was %s is not served until that ends',
  async (mark) => {
    const host = `${mark}-root.example`;
    const { zone } = await addRoot(`go.${mark}.example`, `https://www.${host}/Start`);
    const { zone: bystander } = await addRoot(`by.${mark}.example`, 'https://innocent.example/');
    const told: string[] = [];
    // publishes pending changes from the creation of the zones
    await api.api.relayOutbox();
    await blockDestination(api.db, nameOfBlocked(host), mark);
    await runSweeps(api.db, async () => {
      const changes = await api.db.selectFrom('link_changes').select(['zone_id', 'slug']).execute();
      told.push(...changes.filter(({ slug }) => slug === null).map(({ zone_id }) => zone_id));
      await api.api.relayOutbox();
    });
    expect(told).toEqual([zone.id]);
    expect([await servedRoot(zone.id), await servedRoot(bystander.id)]).toEqual([
      '',
      'https://innocent.example/',
    ]);
    await unblock(host);
    expect(await servedRoot(zone.id)).toBe(`https://www.${host}/Start`);
    const events = await api.db
      .selectFrom('audit_events')
      .select(['action', 'actor_kind', 'changes'])
      .where('subject_id', '=', zone.id)
      .orderBy('id')
      .execute();
    expect(events.slice(-2)).toEqual([
      { action: 'zone.edited', actor_kind: 'system', changes: { isRootBlocked: { old: false, new: true } } },
      { action: 'zone.edited', actor_kind: 'system', changes: { isRootBlocked: { old: true, new: false } } },
    ]);
  },
);

test('a root stays blocked by another entry, and one that leads elsewhere is served again', async () => {
  const { place, zone } = await addRoot('two.example', 'https://deep.twice.example/');
  await block('twice.example', 'unsafe');
  await block('deep.twice.example', 'restricted');
  await unblock('twice.example');
  expect(await servedRoot(zone.id)).toBe('');
  expect((await place.edit(zone.id, { name: 'Ours' })).status).toBe(200);
  expect(await servedRoot(zone.id)).toBe('');
  const refused = await place.edit(zone.id, { rootRedirectURL: 'https://deep.twice.example/?2' });
  expect(codeOf(refused)).toEqual([400, 'VALIDATION_FAILED']);
  await place.edit(zone.id, { rootRedirectURL: 'https://innocent.example/' });
  expect(await servedRoot(zone.id)).toBe('https://innocent.example/');
});

test('a verdict on a link stops the root that leads to the same address', async () => {
  const url = 'https://verdict.example/login';
  const { zone } = await addRoot('verdict-root.example', url);
  await api.fetchJson('POST', '/urls', { body: { url, slug: 'verdict' } });
  await setLinkRestricted(api.db, SHARED_DOMAIN, 'verdict', true);
  await sweep();
  expect(await servedRoot(zone.id)).toBe('');
  await setLinkRestricted(api.db, SHARED_DOMAIN, 'verdict', false);
  await sweep();
  expect(await servedRoot(zone.id)).toBe(url);
});

test('a root that is being set while its destination is being blocked is not served', async () => {
  const place = await newPlace(api);
  const zone = await place.addVerified('racing.example');
  let edited: ReturnType<typeof place.edit> | undefined;
  // the edit was begun and cannot read the list before this transaction ends
  await api.db.transaction().execute(async (transaction) => {
    await lockDestinations(transaction, 'alone');
    edited = place.edit(zone.id, { rootRedirectURL: 'https://racing-root.example/' });
    await untilLockWaits(api.db, { within: 'destinations' });
    await transaction
      .insertInto('blocked_destinations')
      .values({
        kind: 'host',
        value: 'racing-root.example',
        mark: 'restricted',
        hash: hashOf(nameOfBlocked('racing-root.example')),
      })
      .execute();
  });
  expect((await edited)?.status).toBe(400);
  expect(await servedRoot(zone.id)).toBe('');
});
