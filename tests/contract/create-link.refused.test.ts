// POST /urls, contract §4.1, §7 and §8: every way in which a link is not created.

import { startApi, SHARED_DOMAIN, type TestApi } from './start-api';
import type { ErrorAnswer } from './url-answer';

let api: TestApi;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.close());

const create = (body: unknown, token = api.token) =>
  api.fetchJson<ErrorAnswer>('POST', '/urls', { body, token });
const url = 'https://shop.example/';

async function quotaUsed(): Promise<number> {
  const row = await api.db
    .selectFrom('link_quota')
    .select('used')
    .where('workspace_id', '=', api.workspaceId)
    .executeTakeFirst();
  return row?.used ?? 0;
}

test.each([
  ['no url', {}, '"url"'],
  ['a body that is an array', [], '"body"'],
  ['a body that is null', null, '"body"'],
  ['a url that is a number', { url: 5 }, '"url"'],
  ['a url that is null', { url: null }, '"url"'],
  ['a title that is an object', { url, title: {} }, '"title"'],
  ['a slug that is a number', { url, slug: 12345 }, '"slug"'],
  ['a zoneDomain that is a list', { url, zoneDomain: ['a'] }, '"zoneDomain"'],
  ['an empty url', { url: ' ' }, '"url"'],
  ['a url without scheme', { url: 'shop.example/a' }, '"url"'],
  ['a javascript url in disguise', { url: 'JaVaScRiPt:alert(1)' }, '"url"'],
  ['a url with a user name', { url: 'https://user@shop.example/' }, '"url"'],
  ['a url with a line feed inside', { url: 'java\nscript:alert(1)' }, '"url"'],
  ['a url with NUL', { url: 'https://shop.example/\u0000' }, '"url"'],
  ['a url with half a surrogate pair', { url: 'https://shop.example/\ud800' }, '"url"'],
  ['a url one character too long', { url: `https://s.example/${'p'.repeat(32_750)}` }, '"url"'],
  ['a url that grows too long in ASCII', { url: `https://s.example/${'漢'.repeat(4_000)}` }, '"url"'],
  ['a url on the shared domain', { url: `https://${SHARED_DOMAIN}/abc` }, '"url"'],
  ['a url on the shared domain, spelled otherwise', { url: 'http://KRZ。example.:8080/abc' }, '"url"'],
  ['a title of 257 characters', { url, title: 't'.repeat(257) }, '"title"'],
  ['a title with NUL', { url, title: 'a\u0000b' }, '"title"'],
  ['a title with half a surrogate pair', { url, title: '\udc00' }, '"title"'],
  ['a domain that nobody has', { url, zoneDomain: 'nobody.example' }, '"zoneDomain"'],
  ['a domain that is none', { url, zoneDomain: 'http://a b/' }, '"zoneDomain"'],
])('%s: 400 VALIDATION_FAILED that names the field', async (_, body, field) => {
  const answered = await create(body);
  expect([answered.status, answered.body.code]).toEqual([400, 'VALIDATION_FAILED']);
  expect(answered.body.error).toContain(field);
});

test.each(['ab', 's'.repeat(1025), 'a b c', 'straße', 'a/b/c', 'a.b.c', '', 'abc\n', 'abc\u0000', 'ａｂｃ'])(
  'the slug %j: 400 SLUG_INVALID',
  async (slug) => {
    const answered = await create({ url, slug });
    expect([answered.status, answered.body.code]).toEqual([400, 'SLUG_INVALID']);
  },
);

test.each(['login', 'LogIn', 'API', 'campaigns', 'well-known'])(
  'the slug %s: 400 SLUG_RESERVED',
  async (slug) => {
    const answered = await create({ url, slug });
    expect([answered.status, answered.body.code]).toEqual([400, 'SLUG_RESERVED']);
  },
);

test('a taken slug: 409 SLUG_EXISTS, whoever has it, and nothing is taken from the allowance', async () => {
  await create({ url, slug: 'mine-alone' });
  const used = await quotaUsed();
  const { token } = await api.addWorkspace();
  for (const answered of [
    await create({ url, slug: 'mine-alone' }),
    await create({ url, slug: 'mine-alone' }, token),
  ]) {
    expect([answered.status, answered.body.code]).toEqual([409, 'SLUG_EXISTS']);
  }
  expect(await quotaUsed()).toBe(used);
});

test('an allowance that is used up: 403 INSUFFICIENT_QUOTA, and the slug stays free', async () => {
  const { workspaceId, token } = await api.addWorkspace();
  await create({ url }, token);
  await api.db
    .updateTable('link_quota')
    .set({ used: 5_000 })
    .where('workspace_id', '=', workspaceId)
    .execute();
  const answered = await create({ url, slug: 'too-late' }, token);
  expect([answered.status, answered.body.code]).toEqual([403, 'INSUFFICIENT_QUOTA']);
  expect(await api.linkCache.get({ zoneId: api.zoneId, slug: 'too-late' })).toBeUndefined();
  expect((await create({ url, slug: 'too-late' })).status).toBe(201);
});

test('zones that cannot have links are named: unverified, disabled, and foreign ones as unknown', async () => {
  const { workspaceId, token } = await api.addWorkspace();
  await api.addZone({ domain: 'new.example', zoneType: 'user', workspaceId, isVerified: false });
  const off = await api.addZone({ domain: 'off.example', zoneType: 'user', workspaceId, isVerified: true });
  await api.db.updateTable('zones').set({ is_enabled: false }).where('id', '=', off).execute();
  const errorOf = async (zoneDomain: string, by = token) => {
    const answered = await create({ url, zoneDomain }, by);
    expect([answered.status, answered.body.code]).toEqual([400, 'VALIDATION_FAILED']);
    return answered.body.error;
  };
  expect(await errorOf('new.example')).toContain('not verified');
  expect(await errorOf('off.example')).toContain('disabled');
  const foreign = await errorOf('off.example', api.token);
  expect(foreign).toBe(await errorOf('nobody.example', api.token));
});

test('without an enabled default domain a link that names none is told to name one', async () => {
  const setEnabled = (isEnabled: boolean) =>
    api.db.updateTable('zones').set({ is_enabled: isEnabled }).where('id', '=', api.zoneId).execute();
  await setEnabled(false);
  try {
    const english = await create({ url });
    expect([english.status, english.body]).toEqual([
      400,
      {
        error: '"zoneDomain" must be sent: no default domain is set and enabled.',
        code: 'VALIDATION_FAILED',
        field: 'zoneDomain',
      },
    ]);
    const german = await api.fetchJson<{ error: string }>('POST', '/urls', {
      token: api.token,
      body: { url },
      headers: { 'Accept-Language': 'de' },
    });
    expect(german.body.error).toBe(
      '„zoneDomain“ muss angegeben werden: Es ist keine Standarddomain gesetzt und aktiviert.',
    );
  } finally {
    await setEnabled(true);
  }
});

test("a destination on somebody else's custom domain is refused as well, with any port", async () => {
  const { workspaceId } = await api.addWorkspace();
  await api.addZone({ domain: 'loop.example', zoneType: 'user', workspaceId, isVerified: true });
  expect((await create({ url: 'https://loop.example:8443/abc' })).status).toBe(400);
  expect((await create({ url: 'https://sub.loop.example/abc' })).status).toBe(201);
});

test('a zone with a port refuses that port only', async () => {
  await api.addZone({ domain: 'localhost:3000', zoneType: 'global' });
  expect((await create({ url: 'http://localhost:3000/abc' })).status).toBe(400);
  expect((await create({ url: 'http://localhost:8080/abc' })).status).toBe(201);
});

test('a token without links:write: 403 SCOPE_REQUIRED', async () => {
  const answered = await create({ url }, await api.addToken(api.workspaceId, ['links:read']));
  expect([answered.status, answered.body.code]).toEqual([403, 'SCOPE_REQUIRED']);
});

test('the reason comes in German for a German reader', async () => {
  const headers = { 'accept-language': 'de' };
  const { body } = await api.fetchJson<ErrorAnswer>('POST', '/urls', { body: { url, slug: 'x' }, headers });
  expect(body.error).toContain('Ein Slug hat');
});
