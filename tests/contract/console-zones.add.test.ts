// Adding custom domains in the web app: which names, which workspaces, how many.

import { codeOf, newPlace } from './custom-domains';
import { SHARED_DOMAIN, startApi, type TestApi } from './start-api';

let api: TestApi;
beforeAll(async () => {
  api = await startApi();
});
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

test('a domain that is here already, proven elsewhere or the service’s own: 409 DOMAIN_TAKEN', async () => {
  const [first, second] = [await newPlace(api), await newPlace(api)];
  await first.addVerified('taken.example');
  await second.add('claimed.example');
  for (const [place, domain] of [
    [first, 'taken.example'],
    [second, 'TAKEN.example.'],
    [second, 'claimed.example'],
    [second, SHARED_DOMAIN],
  ] as const) {
    expect(codeOf(await place.add(domain))).toEqual([409, 'DOMAIN_TAKEN']);
  }
});

test('claims of several workspaces stand side by side, and another try of one changes no other', async () => {
  const [squatter, owner] = [await newPlace(api), await newPlace(api)];
  const first = (await squatter.add('go.claimed-twice.example')).body.zone;
  const second = await owner.add('go.claimed-twice.example');
  expect(second.status).toBe(201);
  expect(second.body.zone.verification.value).not.toBe(first.verification.value);
  await squatter.person.ask('DELETE', `${squatter.path}/${first.id}`);
  expect((await squatter.add('go.claimed-twice.example')).status).toBe(201);
  expect((await owner.list()).user).toMatchObject([{ id: second.body.zone.id, ownershipState: 'pending' }]);
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
