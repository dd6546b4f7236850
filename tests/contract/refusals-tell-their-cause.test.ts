// Errors say what a program can show beside a form's field, and the cause that a person has to look for.

import { setMember } from '@kurz/api';
import { addOwnWorkspace, addPerson } from './console-browser';
import { ALL_SCOPES, startApi, type TestApi } from './start-api';

type Refused = { error: string; code?: string; field?: string };

let api: TestApi;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.close());

const url = 'https://shop.example/';
const GERMAN = { 'accept-language': 'de' };
const send = (method: string, path: string, body?: unknown, headers?: Record<string, string>) =>
  api.fetchJson<Refused>(method, path, { body, headers });

test.each([
  [{}, 'url', '"url" is required.'],
  [{ url: 5 }, 'url', '"url" must be a text.'],
  [{ url, title: ['a'] }, 'title', '"title" must be a text.'],
  [{ url, zoneDomain: 'nobody.example' }, 'zoneDomain', /^"zoneDomain" is not a domain/],
  [{ url, title: '\ud800' }, 'title', /lone surrogates/],
])(
  'the body %j of a new link: 400 that names the field and what it has to be',
  async (body, field, error) => {
    const answered = await send('POST', '/urls', body);
    expect(answered).toMatchObject({ status: 400, body: { code: 'VALIDATION_FAILED', field } });
    expect(answered.body.error).toMatch(error);
    const { body: batch } = await api.fetchJson<{ results: Refused[] }>('POST', '/urls/batch', {
      body: { links: [{ url }, body] },
    });
    expect(batch.results[1]).toEqual({ index: 1, status: 400, ...answered.body });
  },
);

test.each([
  ['GET', '/urls?limit=0', undefined, 'limit'],
  ['GET', '/urls?zoneDomain=a&zoneDomain=b', undefined, 'zoneDomain'],
  ['PATCH', '/urls/any-slug', { isEnabled: 'yes' }, 'isEnabled'],
  ['GET', '/urls/any-slug/stats?to=soon', undefined, 'to'],
  ['GET', '/urls/campaigns?from=2026-02-30', undefined, 'from'],
] as const)('%s %s %j names the field %s', async (method, path, body, field) => {
  await send('POST', '/urls', { url, slug: 'any-slug' });
  expect((await send(method, path, body)).body).toMatchObject({ code: 'VALIDATION_FAILED', field });
});

test('the web app names the field as well', async () => {
  const { browser } = await addPerson(api);
  const { status, body } = await browser.call<Refused>('POST', '/workspaces', { body: { name: 7 } });
  expect([status, body]).toEqual([
    400,
    { error: '"name" must be a text.', code: 'VALIDATION_FAILED', field: 'name' },
  ]);
});

test('other errors have no field', async () => {
  await send('POST', '/urls', { url, slug: 'twice' });
  expect((await send('POST', '/urls', { url, slug: 'twice' })).body).not.toHaveProperty('field');
  expect((await send('POST', '/urls/batch', {})).body).toEqual({ error: '"links" is required.' });
});

test('a start in the future is refused as such, whether or not an end was sent', async () => {
  await send('POST', '/urls', { url, slug: 'future' });
  for (const query of ['from=2999-01-01', 'from=2999-01-01&to=2999-02-01']) {
    const { status, body } = await send('GET', `/urls/future/stats?${query}`);
    expect([status, body.error]).toEqual([400, '"from" must not be in the future.']);
  }
  const german = await send('GET', '/urls/campaigns?from=2999-01-01', undefined, GERMAN);
  expect(german.body.error).toBe('„from“ darf nicht in der Zukunft liegen.');
});

test('an empty parameter is as good as none', async () => {
  const slug = 'empty-parameters';
  await send('POST', '/urls', { url, slug });
  for (const path of [
    '/urls?page=&limit=&q=&campaign=&zoneDomain=',
    `/urls/${slug}/stats?from=&to=&zoneDomain=`,
    '/urls/campaigns?from=&to=',
  ]) {
    const { status, body } = await send('GET', path);
    const { body: plain } = await send('GET', path.replace(/\?.*/, ''));
    expect([path, status, Object.keys(body)]).toEqual([path, 200, Object.keys(plain)]);
  }
});

test('a token whose granted scope the role withholds is told that the role is the cause', async () => {
  const person = await addPerson(api);
  const { workspaceId } = await api.addWorkspace();
  await setMember(api.db, workspaceId, person.email, 'viewer');
  const token = await api.addUserToken(person.email, [], [{ workspaceId, scopes: ALL_SCOPES }]);
  const headers = { 'x-workspace-id': workspaceId };
  const create = (more: object) =>
    api.fetchJson<Refused>('POST', '/urls', { token, body: { url }, headers: { ...headers, ...more } });
  const { status, body } = await create({});
  expect([status, body.code]).toEqual([403, 'SCOPE_REQUIRED']);
  expect(body.error).toBe(
    'This token has the scope links:write, but the role viewer in that workspace does not allow it.',
  );
  expect((await create(GERMAN)).body.error).toMatch(/links:write.*Rolle viewer/);
  const narrow = await api.addUserToken(person.email, [], [{ workspaceId, scopes: ['links:read'] }]);
  const refused = await api.fetchJson<Refused>('POST', '/urls', { token: narrow, body: { url }, headers });
  expect(refused.body.error).toBe('This token lacks the scope links:write.');
});

test('what only the owner can do says so', async () => {
  const owner = await addPerson(api);
  const admin = await addPerson(api);
  const workspaceId = await addOwnWorkspace(owner);
  await setMember(api.db, workspaceId, admin.email, 'admin');
  const { status, body } = await admin.browser.call<Refused>('PUT', `/workspaces/${workspaceId}/plan`, {
    body: { plan: 'pro' },
  });
  expect([status, body.code]).toEqual([403, 'ROLE_REQUIRED']);
  expect(body.error).toBe('Only the owner of the workspace can do this.');
});

test('a plan without batches says that links are created one at a time', async () => {
  const { browser } = await addPerson(api);
  const { status, body } = await browser.call<Refused>('POST', '/urls/batch', { body: { links: [{ url }] } });
  expect([status, body.error]).toEqual([400, '"links" can be created one at a time only on this plan.']);
});

test('lists show the links of a batch in the order of the batch', async () => {
  const { token } = await api.addWorkspace();
  const slugs = Array.from({ length: 30 }, (_, index) => `in-order-${index}`);
  await api.fetchJson('POST', '/urls/batch', {
    token,
    body: { links: slugs.map((slug) => ({ url, slug })) },
  });
  const { body } = await api.fetchJson<{ urls: { slug: string }[] }>('GET', '/urls?limit=100', { token });
  expect(body.urls.map(({ slug }) => slug)).toEqual(slugs);
});

test('a domain that is not verified does not serve links, whatever it is switched to', async () => {
  const { token, workspaceId } = await api.addWorkspace();
  await api.addZone({ domain: 'go.unproven.example', zoneType: 'user', workspaceId, isVerified: false });
  const { body } = await api.fetchJson('GET', '/zones', { token });
  expect(body).toMatchObject({ user: [{ domain: 'go.unproven.example', isEnabled: false }] });
});
