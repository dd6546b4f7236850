// Requests to the web app's endpoints that another site makes a signed-in person's browser send.

import http from 'node:http';
import { addPerson, originOf, PASSWORD, type TestPerson } from './console-browser';
import { startApi, type TestApi } from './start-api';
import type { ErrorAnswer } from './url-answer';

let api: TestApi;
let person: TestPerson;
beforeAll(async () => {
  api = await startApi();
  person = await addPerson(api);
});
afterAll(() => api.close());

type Headers = Record<string, string>;
type Reply = { status: number; body: ErrorAnswer };

/** Uses node:http, because fetch sets some of these headers itself. */
function send(method: string, path: string, headers: Headers, body?: unknown): Promise<Reply> {
  const { port } = new URL(api.baseUrl);
  const cookie = [...person.browser.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  const text = body === undefined ? '' : JSON.stringify(body);
  const type = { 'content-type': 'application/json', 'content-length': String(Buffer.byteLength(text)) };
  return new Promise((resolve, reject) => {
    const all = { cookie, ...type, ...headers };
    const request = http.request(
      { port, host: '127.0.0.1', method, path: `/x${path}`, headers: all },
      (response) => {
        let reply = '';
        response.setEncoding('utf8').on('data', (chunk: string) => (reply += chunk));
        response.on('end', () =>
          resolve({ status: response.statusCode ?? 0, body: JSON.parse(reply || 'null') as ErrorAnswer }),
        );
      },
    );
    request.on('error', reject).end(text);
  });
}

const own = () => originOf(api);
const host = () => new URL(api.baseUrl).host;
const asked = { 'x-requested-with': 'kurz' };

test.each<[string, () => Headers]>([
  ['nothing of both', () => ({})],
  ['no X-Requested-With', () => ({ origin: own() })],
  ['an empty X-Requested-With', () => ({ origin: own(), 'x-requested-with': '' })],
  ['no Origin', () => asked],
  ['no Origin, but a Referer of ours', () => ({ ...asked, referer: `${own()}/app` })],
  ['no Origin, but same-origin fetch metadata', () => ({ ...asked, 'sec-fetch-site': 'same-origin' })],
  ['the Origin null', () => ({ ...asked, origin: 'null' })],
  ['a foreign Origin', () => ({ ...asked, origin: 'https://evil.example' })],
  ['our Origin on another port', () => ({ ...asked, origin: 'http://127.0.0.1:1' })],
  ['our Origin with another scheme', () => ({ ...asked, origin: `https://${host()}` })],
  ['an Origin that begins like ours', () => ({ ...asked, origin: `${own()}.evil.example` })],
  ['our Origin with a path', () => ({ ...asked, origin: `${own()}/` })],
  ['our Origin in a list', () => ({ ...asked, origin: `${own()}, https://evil.example` })],
  ['fetch metadata of another site', () => ({ ...asked, origin: own(), 'sec-fetch-site': 'cross-site' })],
  [
    'a forwarded host that nobody trusts',
    () => ({ ...asked, origin: 'http://evil.example', 'x-forwarded-host': 'evil.example' }),
  ],
  [
    'a forwarded scheme that nobody trusts',
    () => ({ ...asked, origin: `https://${host()}`, 'x-forwarded-proto': 'https' }),
  ],
])('a change with %s: 403 CSRF_REJECTED, and nothing changes', async (_, headers) => {
  const answered = await send('POST', '/workspaces', headers(), { name: 'forged' });
  expect([answered.status, answered.body.code]).toEqual([403, 'CSRF_REJECTED']);
  const forged = await api.db.selectFrom('workspaces').select('id').where('name', '=', 'forged').execute();
  expect(forged).toEqual([]);
});

test('a change from our own page is made', async () => {
  const headers = { ...asked, origin: own(), 'sec-fetch-site': 'same-origin' };
  expect((await send('POST', '/workspaces', headers, { name: 'own' })).status).toBe(201);
});

test.each([
  ['POST', '/session'],
  ['DELETE', '/session'],
  ['POST', '/session/refresh'],
  ['DELETE', '/sessions'],
  ['PUT', '/me/password'],
  ['POST', '/invitations/read'],
  ['POST', '/invitations/accept'],
  ['POST', '/invitations/sign-up'],
  ['PATCH', '/workspaces/ws_0000000000000000'],
  ['PUT', '/workspaces/ws_0000000000000000/plan'],
  ['PATCH', '/workspaces/ws_0000000000000000/members/usr_1'],
  ['DELETE', '/workspaces/ws_0000000000000000/members/usr_1'],
  ['POST', '/workspaces/ws_0000000000000000/invitations'],
  ['DELETE', '/workspaces/ws_0000000000000000/invitations/inv_1'],
  ['POST', '/workspaces/ws_0000000000000000/transfer'],
  ['DELETE', '/workspaces/ws_0000000000000000/transfer'],
  ['POST', '/workspaces/ws_0000000000000000/transfer/accept'],
])('%s %s is refused to a foreign page', async (method, path) => {
  const body = { email: person.email, password: PASSWORD };
  const answered = await send(method, path, { ...asked, origin: 'https://evil.example' }, body);
  expect([answered.status, answered.body.code]).toEqual([403, 'CSRF_REJECTED']);
  expect((await person.browser.call('GET', '/me')).status).toBe(200);
});

test('reading needs neither header, and no other site may read: there are no CORS headers', async () => {
  expect((await send('GET', '/me', { origin: 'https://evil.example' })).status).toBe(200);
  for (const method of ['GET', 'OPTIONS']) {
    const { headers } = await fetch(`${own()}/x/me`, { method, headers: { origin: 'https://evil.example' } });
    expect([...headers.keys()].filter((name) => name.startsWith('access-control'))).toEqual([]);
  }
});

test('the refusal is in German for who prefers it', async () => {
  const { body } = await send('DELETE', '/sessions', { 'accept-language': 'de' });
  expect(body.error).toBe('Diese Anfrage kommt nicht von den eigenen Seiten der Web-App.');
});
