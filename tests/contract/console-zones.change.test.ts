// Changing custom domains in the web app: enabled, name, root redirect, default, removed. Every change is published to
// redirectors before it is answered.

import type { ChangedKey } from '@kurz/link-cache';
import { codeOf, newPlace, setOwnership, type Zones } from './custom-domains';
import { signIn } from './sign-in';
import { SHARED_DOMAIN, startApi, type TestApi } from './start-api';
import type { ErrorAnswer, UrlAnswer } from './url-answer';

let api: TestApi;
const told: ChangedKey[] = [];
beforeAll(async () => {
  api = await startApi();
  await api.linkCache.subscribe((key) => told.push(key));
});
afterAll(() => api.close());

test('a disabled domain takes no links and says so; enabled again it does', async () => {
  const place = await newPlace(api);
  const zone = await place.addVerified('switch.example');
  const create = () =>
    api.fetchJson<UrlAnswer & ErrorAnswer>('POST', '/urls', {
      body: { url: 'https://a.example/', zoneDomain: 'switch.example' },
      token: place.token,
    });
  told.length = 0;
  expect((await place.edit(zone.id, { isEnabled: false })).body.zone.isEnabled).toBe(false);
  // published at least once; changes of other domains may be published meanwhile
  const own = told.filter(({ zoneId }) => zoneId === zone.id);
  expect(own.length).toBeGreaterThan(0);
  expect(own).toEqual(own.map(() => ({ zoneId: zone.id, slug: null })));
  expect((await create()).status).toBe(400);
  expect((await place.edit(zone.id, { isEnabled: true })).body.zone.isEnabled).toBe(true);
  expect((await create()).status).toBe(201);
});

test('the name and the root redirect change alone; what is left out stays', async () => {
  const place = await newPlace(api);
  const zone = await place.addVerified('parts.example');
  await place.edit(zone.id, { rootRedirectURL: ' https://start.example/ä ' });
  const { body } = await place.edit(zone.id, { name: 'Brand' });
  expect(body.zone).toMatchObject({
    name: 'Brand',
    rootRedirectURL: 'https://start.example/ä',
    isEnabled: true,
  });
  expect((await place.edit(zone.id, { rootRedirectURL: '' })).body.zone.rootRedirectURL).toBe('');
});

test('the root can lead only where a link can', async () => {
  const place = await newPlace(api);
  const zone = await place.addVerified('root.example');
  const refused = [
    'nothing',
    'javascript:alert(1)',
    'https://user:pass@a.example/',
    `https://${SHARED_DOMAIN}/x`,
    'https://root.example/loop',
  ];
  for (const rootRedirectURL of refused) {
    const answered = await place.edit(zone.id, { rootRedirectURL });
    expect(codeOf(answered)).toEqual([400, 'VALIDATION_FAILED']);
    expect(answered.body.error).toContain('rootRedirectURL');
  }
  expect((await place.list()).user).toMatchObject([{ rootRedirectURL: '' }]);
});

test('the root of a domain that is not verified leads nowhere yet', async () => {
  const place = await newPlace(api);
  const { zone } = (await place.add('unproven.example')).body;
  const answered = await place.edit(zone.id, { rootRedirectURL: 'https://a.example/' });
  expect(codeOf(answered)).toEqual([400, 'VALIDATION_FAILED']);
});

test('the default is what new links get: an own domain, a shared one, or the installation’s again', async () => {
  const place = await newPlace(api);
  const zone = await place.addVerified('default.example');
  const newLinksDomain = async () =>
    (
      await api.fetchJson<UrlAnswer>('POST', '/urls', {
        body: { url: 'https://a.example/' },
        token: place.token,
      })
    ).body.url.zoneDomain;
  const choose = (method: string, id = zone.id) =>
    place.person.ask<Zones & ErrorAnswer>(method, `${place.path}/${id}/default`);
  const chosen = await choose('PUT');
  expect(chosen.status).toBe(200);
  expect(chosen.body.user).toMatchObject([{ isDefault: true }]);
  expect(chosen.body.global).toMatchObject([{ isDefault: false }]);
  expect(await newLinksDomain()).toBe('default.example');
  expect((await choose('PUT', api.zoneId)).status).toBe(200);
  expect(await newLinksDomain()).toBe(SHARED_DOMAIN);
  await choose('PUT');
  expect((await choose('DELETE')).body.global).toMatchObject([{ isDefault: true }]);
  expect(await newLinksDomain()).toBe(SHARED_DOMAIN);
});

test('neither an unproven nor a disabled nor somebody else’s domain can be the default', async () => {
  const [place, other] = [await newPlace(api), await newPlace(api)];
  const { zone } = (await place.add('pending.example')).body;
  const choose = (id: string) => place.person.ask<ErrorAnswer>('PUT', `${place.path}/${id}/default`);
  expect(codeOf(await choose(zone.id))).toEqual([409, 'ZONE_UNUSABLE']);
  await setOwnership(api, zone.id, 'verified');
  await place.edit(zone.id, { isEnabled: false });
  expect(codeOf(await choose(zone.id))).toEqual([409, 'ZONE_UNUSABLE']);
  const foreign = await other.addVerified('foreign.example');
  expect(codeOf(await choose(foreign.id))).toEqual([404, 'NOT_FOUND']);
});

test('a domain is removed only without links, and redirectors hear of it', async () => {
  const place = await newPlace(api);
  const zone = await place.addVerified('leaving.example');
  const remove = () => place.person.ask<ErrorAnswer>('DELETE', `${place.path}/${zone.id}`);
  const body = { url: 'https://a.example/', slug: 'last', zoneDomain: 'leaving.example' };
  await place.person.ask('PUT', `${place.path}/${zone.id}/default`);
  await api.fetchJson('POST', '/urls', { body, token: place.token });
  expect(codeOf(await remove())).toEqual([409, 'ZONE_HAS_LINKS']);
  await api.fetchJson('DELETE', '/urls/last', { token: place.token });
  told.length = 0;
  expect((await remove()).status).toBe(200);
  expect(told).toContainEqual({ zoneId: zone.id, slug: null });
  expect((await place.list()).user).toEqual([]);
  expect((await place.list()).global).toMatchObject([{ isDefault: true }]);
  expect((await (await newPlace(api)).add('leaving.example')).status).toBe(201);
});

test('members and viewers see domains and change none; other workspaces’ domains are not found', async () => {
  const place = await newPlace(api);
  const zone = await place.addVerified('guarded.example');
  const at = `${place.path}/${zone.id}`;
  const writes: [string, string, object?][] = [
    ['POST', place.path, { domain: 'x.example' }],
    ['PATCH', at, { isEnabled: false }],
    ['DELETE', at],
    ['POST', `${at}/verify`],
    ['PUT', `${at}/default`],
    ['DELETE', `${at}/default`],
  ];
  for (const role of ['viewer', 'member'] as const) {
    const person = await signIn(api, { [place.workspaceId]: role });
    expect((await person.ask('GET', place.path)).status).toBe(200);
    for (const [method, path, body] of writes) {
      expect(codeOf(await person.ask<ErrorAnswer>(method, path, body))).toEqual([403, 'ROLE_REQUIRED']);
    }
  }
  const other = await newPlace(api);
  for (const [method, path, body] of writes.slice(1, 5)) {
    const elsewhere = path.replace(place.path, other.path);
    expect(codeOf(await other.person.ask<ErrorAnswer>(method, elsewhere, body))).toEqual([404, 'NOT_FOUND']);
  }
  expect((await place.list()).user).toMatchObject([{ isEnabled: true }]);
});
