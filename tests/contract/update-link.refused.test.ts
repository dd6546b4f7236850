// PATCH /urls/:slug, contract §4.3 and §7: a refused edit leaves the link as it was.

import { startApi, SHARED_DOMAIN, type TestApi } from './start-api';
import type { ErrorAnswer, UrlAnswer } from './url-answer';

let api: TestApi;
let before: UrlAnswer;
beforeAll(async () => {
  api = await startApi();
  const body = { url: 'https://a.example/?utm_source=s', slug: 'steady', title: 'Steady' };
  before = (await api.fetchJson<UrlAnswer>('POST', '/urls', { body })).body;
  await api.fetchJson('POST', '/urls', { body: { ...body, slug: 'occupied' } });
});
afterAll(() => api.close());
afterEach(async () => {
  expect((await api.fetchJson('GET', '/urls/steady')).body).toEqual(before);
});

const edit = (body: unknown, slug = 'steady') =>
  api.fetchJson<ErrorAnswer>('PATCH', `/urls/${slug}`, { body });

test.each([
  ['a url that is none', { url: 'nowhere', title: 'x' }, '"url"'],
  ['a url on an own domain', { url: `http://${SHARED_DOMAIN}/steady` }, '"url"'],
  ['a url that is null', { url: null }, '"url"'],
  ['a title too long', { title: 't'.repeat(257) }, '"title"'],
  ['isEnabled as text', { isEnabled: 'false' }, '"isEnabled"'],
  ['isEnabled as a number', { isEnabled: 0 }, '"isEnabled"'],
  ['newSlug as a number', { newSlug: 123 }, '"newSlug"'],
  ['a list', [], '"body"'],
])('%s: 400 VALIDATION_FAILED that names the field', async (_, body, field) => {
  const answered = await edit(body);
  expect([answered.status, answered.body.code]).toEqual([400, 'VALIDATION_FAILED']);
  expect(answered.body.error).toContain(field);
});

test.each([
  ['ab', 400, 'SLUG_INVALID'],
  ['Password', 400, 'SLUG_RESERVED'],
  ['occupied', 409, 'SLUG_EXISTS'],
])('newSlug %s: %i %s, and what was sent beside it does not change either', async (newSlug, status, code) => {
  const answered = await edit({ newSlug, title: 'Changed', url: 'https://b.example/' });
  expect([answered.status, answered.body.code]).toEqual([status, code]);
});

test('a refused rename leaves both short URLs where they lead', async () => {
  await edit({ newSlug: 'occupied' });
  const occupied = (await api.fetchJson<UrlAnswer>('GET', '/urls/occupied')).body.url;
  expect(await api.linkCache.get({ zoneId: api.zoneId, slug: 'steady' })).toMatchObject({
    linkId: before.url.id,
  });
  expect(await api.linkCache.get({ zoneId: api.zoneId, slug: 'occupied' })).toMatchObject({
    linkId: occupied.id,
  });
});

test('a link that is not there: 404; a slug that cannot be: 400', async () => {
  expect((await edit({ title: 'x' }, 'nobody')).status).toBe(404);
  expect((await edit({ title: 'x' }, 'a.b.c')).status).toBe(400);
});
