// Tokens that expire, and tokens limited to some networks: outside these limits they count as unknown.

import { until } from '../until';
import { signIn, type Person } from './sign-in';
import { startApi, type TestApi } from './start-api';
import type { ErrorAnswer } from './url-answer';

type Token = { id: string; expiresAt: string | null; lastUsedOn?: string | null; networks: string[] };
type Created = { token: Token; secret: string } & ErrorAnswer;

let api: TestApi;
let admin: Person;
let path: string;
beforeAll(async () => {
  api = await startApi({ settings: { trustedProxies: 1 } });
  admin = await signIn(api, { [api.workspaceId]: 'admin' });
  path = `/workspaces/${api.workspaceId}/tokens`;
});
afterAll(() => api.close());

const create = (limits: object) =>
  admin.ask<Created>('POST', path, { name: 'CI', scopes: ['links:read'], ...limits });
const listed = async (id: string) =>
  (await admin.ask<{ tokens: Token[] }>('GET', path)).body.tokens.find((token) => token.id === id);
const ask = (token: string, from = '203.0.113.7') =>
  api.fetchJson<ErrorAnswer>('GET', '/urls', { token, headers: { 'x-forwarded-for': from } });

test('a token works until it expires, and is then answered as an unknown one', async () => {
  const expiresAt = new Date(Date.now() + 3_600_000).toISOString();
  const { status, body } = await create({ expiresAt });
  expect([status, body.token.expiresAt]).toEqual([201, expiresAt]);
  expect((await listed(body.token.id))?.expiresAt).toBe(expiresAt);
  expect((await ask(body.secret)).status).toBe(200);
  await api.db
    .updateTable('tokens')
    .set({ expires_at: new Date(Date.now() - 1_000) })
    .where('id', '=', body.token.id)
    .execute();
  const expired = await ask(body.secret);
  const unknown = await ask('kz_ws_nothing');
  expect([expired.status, expired.body]).toEqual([401, unknown.body]);
});

test('a person’s token can expire as well', async () => {
  const expiresAt = '2999-01-01T00:00:00.000Z';
  const body = { name: 'mine', personalScopes: ['links:read'], expiresAt, networks: ['::1'] };
  const created = await admin.ask<Created>('POST', '/tokens', body);
  expect(created.body.token).toMatchObject({ expiresAt, networks: ['::1'] });
  const { tokens } = (await admin.ask<{ tokens: Token[] }>('GET', '/tokens')).body;
  expect(tokens[0]).toMatchObject({ expiresAt, networks: ['::1/128'], lastUsedOn: null });
});

test('a token works from its networks only, by the address that the trusted proxy saw', async () => {
  const { secret, token } = (await create({ networks: ['203.0.113.0/24', '2001:db8:1::5/48'] })).body;
  expect((await listed(token.id))?.networks).toEqual(['203.0.113.0/24', '2001:db8:1::/48']);
  for (const from of [
    '203.0.113.7',
    '::ffff:203.0.113.7',
    '203.0.113.7:4711',
    '2001:db8:1:2::3',
    '1.1.1.1, 203.0.113.255',
  ]) {
    expect([from, (await ask(secret, from)).status]).toEqual([from, 200]);
  }
  for (const from of ['203.0.114.7', '2001:db8:2::3', 'nonsense', '203.0.113.7, 1.1.1.1', 'fe80::1%eth0']) {
    const refused = await ask(secret, from);
    expect([from, refused.status, refused.body.code]).toEqual([from, 401, 'UNAUTHORIZED']);
  }
});

test('a use shows in the list to the day', async () => {
  const { secret, token } = (await create({})).body;
  expect(token).toMatchObject({ expiresAt: null, networks: [] });
  expect((await listed(token.id))?.lastUsedOn).toBeNull();
  const dayNow = () => new Date().toISOString().slice(0, 10);
  const before = dayNow();
  await ask(secret);
  // the request does not wait for this write; a later request finds it
  await until(async () => Boolean((await listed(token.id))?.lastUsedOn), { what: 'it is written' });
  expect([before, dayNow()]).toContain((await listed(token.id))?.lastUsedOn);
});

test.each([
  ['a time that is over', { expiresAt: '2020-01-01T00:00:00Z' }, 'expiresAt'],
  ['an empty text', { expiresAt: '' }, 'expiresAt'],
  ['a day without a time', { expiresAt: '2999-01-01' }, 'expiresAt'],
  ['a day of no calendar', { expiresAt: '2999-13-01T00:00:00Z' }, 'expiresAt'],
  ['a day that its month has not', { expiresAt: '2999-02-30T00:00:00Z' }, 'expiresAt'],
  ['a time that is no text', { expiresAt: 7 }, 'expiresAt'],
  ['a network that is none', { networks: ['10.0.0.0/33'] }, 'networks'],
  ['a name in the place of a network', { networks: ['office.example'] }, 'networks'],
  ['networks that are no list', { networks: '10.0.0.0/8' }, 'networks'],
  ['too many networks', { networks: Array.from({ length: 33 }, (_, i) => `10.0.0.${i}`) }, 'networks'],
])('%s: 400 VALIDATION_FAILED', async (_, limits, field) => {
  const { status, body } = await create(limits);
  expect([status, body.code]).toEqual([400, 'VALIDATION_FAILED']);
  expect(body.error).toContain(`"${field}"`);
});
