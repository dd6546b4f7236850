// Adding custom domains in the web app: which names, whose, how many; redirectors hear of each.

import type { ChangedKey } from '@kurz/link-directory';
import { codeOf, newPlace, setOwnership } from './custom-domains';
import { SHARED_DOMAIN, startApi, type TestApi } from './start-api';

let api: TestApi;
const told: ChangedKey[] = [];
beforeAll(async () => {
  api = await startApi();
  await api.directory.subscribe((key) => told.push(key));
}, 60_000);
afterAll(() => api.close());

test('a new domain is normalised, pending, and comes with the TXT record to set', async () => {
  const place = await newPlace(api);
  const { status, body } = await place.add(' Go.Bücher.example. ');
  expect(status).toBe(201);
  expect(body.zone).toMatchObject({
    domain: 'go.xn--bcher-kva.example',
    zoneType: 'user',
    isEnabled: true,
    isDefault: false,
    tlsState: 'pending',
    ownershipState: 'pending',
    rootRedirectURL: '',
    verification: { type: 'TXT', name: '_kurz.go.xn--bcher-kva.example' },
  });
  expect(body.zone.verification.value).toMatch(/^kurz-verification=[0-9A-Za-z]{32}$/);
  expect(told).toContainEqual({ zoneId: body.zone.id, slug: null });
  expect((await place.list()).user).toMatchObject([{ id: body.zone.id }]);
});

test('the list has the shared domains with their ids as well, and nobody else’s', async () => {
  const [mine, theirs] = [await newPlace(api), await newPlace(api)];
  await theirs.add('theirs.example');
  const zones = await mine.list();
  expect(zones.global).toMatchObject([{ id: api.zoneId, domain: SHARED_DOMAIN, isDefault: true }]);
  expect(zones.user).toEqual([]);
});

test.each([
  '',
  'localhost',
  '10.0.0.1',
  'co.uk',
  'github.io',
  'a.example:8080',
  'https://a.example',
  'a b.example',
])('%j cannot be added', async (domain) => {
  const place = await newPlace(api);
  expect(codeOf(await place.add(domain))).toEqual([400, 'VALIDATION_FAILED']);
  expect((await place.list()).user).toEqual([]);
});

test('a domain that is in use, here, elsewhere or by the service: 409 DOMAIN_TAKEN', async () => {
  const [first, second] = [await newPlace(api), await newPlace(api)];
  await first.add('taken.example');
  for (const [place, domain] of [
    [first, 'taken.example'],
    [second, 'TAKEN.example.'],
    [second, SHARED_DOMAIN],
  ] as const) {
    expect(codeOf(await place.add(domain))).toEqual([409, 'DOMAIN_TAKEN']);
  }
});

test('a claim that was not proven for a week gives way, a proven one or one with links does not', async () => {
  const [squatter, owner] = [await newPlace(api), await newPlace(api)];
  const names = ['fresh.example', 'stale.example', 'proven.example', 'used.example'];
  for (const name of names) await squatter.add(name);
  const old = new Date(Date.now() - 8 * 86_400_000);
  await api.db.updateTable('zones').set({ created_at: old }).where('domain', 'in', names.slice(1)).execute();
  const used = (await squatter.list()).user.find(({ domain }) => domain === 'used.example');
  for (const zone of (await squatter.list()).user) {
    if (zone.domain === 'proven.example' || zone.id === used?.id)
      await setOwnership(api, zone.id, 'verified');
  }
  await api.fetchJson('POST', '/urls', {
    body: { url: 'https://a.example/', zoneDomain: 'used.example' },
    token: squatter.token,
  });
  await setOwnership(api, used?.id ?? '', 'pending');
  const statuses = [];
  for (const name of names) statuses.push((await owner.add(name)).status);
  expect(statuses).toEqual([409, 201, 409, 409]);
});

test('a plan’s number of domains is the limit, for parallel requests too', async () => {
  const place = await newPlace(api, 'basic');
  const answers = await Promise.all(
    ['one.example.net', 'two.example.net', 'three.example.net'].map((domain) => place.add(domain)),
  );
  expect(answers.map(({ status }) => status).sort()).toEqual([201, 403, 403]);
  expect(codeOf(await place.add('four.example.net'))).toEqual([403, 'DOMAIN_LIMIT_REACHED']);
  expect(codeOf(await (await newPlace(api, 'free')).add('five.example.net'))).toEqual([
    403,
    'DOMAIN_LIMIT_REACHED',
  ]);
});

test('a domain that somebody added without proof does not keep others from linking there', async () => {
  await (await newPlace(api)).add('popular.example');
  const body = { url: 'https://popular.example/page' };
  expect((await api.fetchJson('POST', '/urls', { body })).status).toBe(201);
  await api.db
    .updateTable('zones')
    .set({ ownership_state: 'verified' })
    .where('domain', '=', 'popular.example')
    .execute();
  expect((await api.fetchJson('POST', '/urls', { body })).status).toBe(400);
});
