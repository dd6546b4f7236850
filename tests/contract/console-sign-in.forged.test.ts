// Access cookies that were not issued: forged, stolen from another use, expired, or of another server.

import { createHmac, createSign, generateKeyPairSync, hkdfSync } from 'node:crypto';
import { addPerson, openBrowser, type TestPerson } from './console-browser';
import { PEPPER, startApi, type TestApi } from './start-api';
import type { ErrorAnswer } from './url-answer';

let api: TestApi;
let person: TestPerson;
beforeAll(async () => {
  api = await startApi();
  person = await addPerson(api);
});
afterAll(() => api.close());

describe('an access cookie', () => {
  const b64 = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
  const decode = (part = '') => JSON.parse(Buffer.from(part, 'base64url').toString()) as object;
  const keyOf = (pepper: string, purpose = 'session access token, version 1') =>
    Buffer.from(hkdfSync('sha256', pepper, 'kurz', purpose, 32));
  const hs = (header: unknown, payload: unknown, key: Buffer | string, hash = 'sha256') => {
    const signed = `${b64(header)}.${b64(payload)}`;
    return `${signed}.${createHmac(hash, key).update(signed).digest('base64url')}`;
  };
  const real = () => (person.browser.cookies.get('kurz_session') ?? '').split('.');
  const header = () => decode(real()[0]);
  const payload = () => decode(real()[1]);
  const key = keyOf(PEPPER);
  const { publicKey, privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const pem = publicKey.export({ type: 'spki', format: 'pem' }).toString();
  const seconds = () => Math.floor(Date.now() / 1_000);

  async function statusOf(token: string): Promise<number> {
    const browser = openBrowser(api, new Map([['kurz_session', token]]));
    return (await browser.call('GET', '/me')).status;
  }

  test('as we make it is let in, and a forged one under our key would be: the attacks below differ in one thing', async () => {
    expect(await statusOf(real().join('.'))).toBe(200);
    expect(await statusOf(hs(header(), payload(), key))).toBe(200);
  });

  test.each<[string, () => string]>([
    ['that is empty', () => ''],
    ['that is no token', () => 'abc'],
    ['without a signature', () => `${real().slice(0, 2).join('.')}.`],
    ['of algorithm none', () => `${b64({ ...header(), alg: 'none' })}.${real()[1]}.`],
    ['of algorithm None, signature kept', () => `${b64({ alg: 'None' })}.${real()[1]}.${real()[2]}`],
    ['under another key', () => hs(header(), payload(), keyOf('another pepper'))],
    ['under the pepper itself', () => hs(header(), payload(), PEPPER)],
    ['under an empty key', () => hs(header(), payload(), '')],
    [
      'under the key of refresh tokens',
      () => hs(header(), payload(), keyOf(PEPPER, 'session refresh token, version 1')),
    ],
    ['of HS512 under our key', () => hs({ ...header(), alg: 'HS512' }, payload(), key, 'sha512')],
    [
      'of RS256 under an own key',
      () => {
        const signed = `${b64({ ...header(), alg: 'RS256', jwk: publicKey.export({ format: 'jwk' }) })}.${b64(payload())}`;
        return `${signed}.${createSign('sha256').update(signed).sign(privateKey, 'base64url')}`;
      },
    ],
    ['of HS256 under a public key', () => hs(header(), payload(), pem)],
    [
      'of another person under the old signature',
      () => `${real()[0]}.${b64({ ...payload(), sub: 'usr_x' })}.${real()[2]}`,
    ],
    ['for another audience', () => hs(header(), { ...payload(), aud: 'other' }, key)],
    ['without an audience', () => hs(header(), { ...payload(), aud: undefined }, key)],
    ['of another issuer', () => hs(header(), { ...payload(), iss: 'other' }, key)],
    ['of the type JWT', () => hs({ alg: 'HS256', typ: 'JWT' }, payload(), key)],
    ['that has expired', () => hs(header(), { ...payload(), exp: seconds() - 1 }, key)],
    ['that never expires', () => hs(header(), { ...payload(), exp: undefined }, key)],
    ['that was issued an hour ago', () => hs(header(), { ...payload(), iat: seconds() - 3_600 }, key)],
    ['that is not valid yet', () => hs(header(), { ...payload(), nbf: seconds() + 3_600 }, key)],
    ['of an unknown session', () => hs(header(), { ...payload(), sid: 'ses_x' }, key)],
    ['whose session is a list', () => hs(header(), { ...payload(), sid: ['ses_x'] }, key)],
    ['of an unknown person', () => hs(header(), { ...payload(), sub: 'usr_x' }, key)],
    ['without a person', () => hs(header(), { ...payload(), sub: undefined }, key)],
    ['that is the refresh token', () => person.browser.cookies.get('kurz_refresh') ?? ''],
  ])('%s: 401', async (_, token) => {
    expect(await statusOf(token())).toBe(401);
  });

  test('of one person with the session of another: 401', async () => {
    const other = await addPerson(api);
    expect(await statusOf(hs(header(), { ...payload(), sub: other.userId }, key))).toBe(401);
  });

  test('is no API token, and an API token is no access cookie', async () => {
    const token = real().join('.');
    expect((await api.fetchJson('GET', '/urls', { token })).status).toBe(401);
    expect(await statusOf(api.token)).toBe(401);
    const bearer = { authorization: `Bearer ${api.token}` };
    const answered = await openBrowser(api).call<ErrorAnswer>('GET', '/me', { headers: bearer });
    expect([answered.status, answered.body.code]).toEqual([401, 'SIGNED_OUT']);
    expect(answered.headers.get('www-authenticate')).toBe('Cookie realm="kurz"');
  });
});

test('a server with another secret for sessions knows none of them', async () => {
  const other = await startApi({ settings: { sessionSecret: 'another secret of thirty-two characters' } });
  try {
    const { email } = await addPerson(other);
    const token = person.browser.cookies.get('kurz_session') ?? '';
    const browser = openBrowser(other, new Map([['kurz_session', token]]));
    expect((await browser.call('GET', '/me')).status).toBe(401);
    await browser.signIn(email);
    expect((await browser.call('GET', '/me')).status).toBe(200);
  } finally {
    await other.close();
  }
});
