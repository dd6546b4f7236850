// `forwardQuery` of a link, additive to contract §2.1, §4.1 to §4.3: there where it is set, alone and beside rules.

import { startApi, type TestApi } from './start-api';
import type { ErrorAnswer, UrlAnswer } from './url-answer';

let api: TestApi;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.close());

const url = 'https://shop.example/all';
const rules = [{ when: { via: 'scan' }, url: 'https://shop.example/poster' }];
const create = (body: object) => api.fetchJson<UrlAnswer & ErrorAnswer>('POST', '/urls', { body });
const edit = async (slug: string, body: object) =>
  (await api.fetchJson<UrlAnswer>('PATCH', `/urls/${slug}`, { body })).body.url;
const textOf = async (slug: string) => {
  const entry = await api.linkCache.get({ zoneId: api.zoneId, slug });
  return entry?.kind === 'link' ? (entry.conditional?.text ?? entry.state) : entry?.kind;
};

test('A new link shows it when it is true, and its location is where only redirectors of today look', async () => {
  const made = await create({ url, slug: 'forwards', forwardQuery: true });
  expect(made.body.url).toMatchObject({ url, forwardQuery: true });
  expect(await textOf('forwards')).toBe('{"f":1}');
  const row = await api.db
    .selectFrom('links')
    .select(['location', 'fallback_location'])
    .where('slug', '=', 'forwards')
    .executeTakeFirstOrThrow();
  expect(row).toEqual({ location: '', fallback_location: url });
  const plain = await create({ url, slug: 'plain', forwardQuery: false });
  expect(plain.body.url).not.toHaveProperty('forwardQuery');
  expect(await textOf('plain')).toBe('enabled');
});

test('It and the rules are set and removed each alone', async () => {
  const ofRules = '{"r":[{"v":"scan","to":"https://shop.example/poster"}]}';
  await create({ url, slug: 'edited', rules });
  expect(await textOf('edited')).toBe(ofRules);
  expect(await edit('edited', { forwardQuery: true })).toMatchObject({ rules, forwardQuery: true });
  expect(await textOf('edited')).toBe(`${ofRules.slice(0, -1)},"f":1}`);
  expect(await edit('edited', { rules: null })).toMatchObject({ forwardQuery: true });
  expect(await textOf('edited')).toBe('{"f":1}');
  expect(await edit('edited', { rules })).toMatchObject({ rules, forwardQuery: true });
  expect(await edit('edited', { forwardQuery: false })).toMatchObject({ rules });
  expect(await textOf('edited')).toBe(ofRules);
  expect(await edit('edited', { rules: [] })).not.toHaveProperty('rules');
  expect(await textOf('edited')).toBe('enabled');
});

test.each([['yes'], [1], [null]])('%j is refused at its field', async (sent) => {
  const refused = await create({ url, forwardQuery: sent });
  expect([refused.status, refused.body]).toMatchObject([
    400,
    { code: 'VALIDATION_FAILED', field: 'forwardQuery' },
  ]);
});
