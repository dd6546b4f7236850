// A custom domain from its entry in the web app to the visitors it redirects, in the running product with a name server
// of its own.

import { get, type IncomingMessage } from 'node:http';
import { startDnsServer, type TestDnsServer } from '../contract/start-dns-server';
import { adminJson } from './admin-command';
import { startStandalone, type RunningStandalone } from './start-standalone';
import { until } from '../until';

type Zone = { id: string; ownershipState: string; verification: { name: string; value: string } };

const DOMAIN = 'go.customer.example';
const person = { email: 'ada@example.com', password: 'a horse, a stable and correctness' };

let dns: TestDnsServer;
let kurz: RunningStandalone;
let workspace: string;
let cookie = '';

beforeAll(async () => {
  dns = await startDnsServer();
  kurz = await startStandalone({ isNew: false, environment: { KURZ_DNS_SERVERS: dns.address } });
  await adminJson(
    kurz.dataDirectory,
    'user',
    'create',
    '--email',
    person.email,
    '--password',
    person.password,
  );
  const owned = ['--name', 'Customer', '--owner', person.email, '--plan', 'pro'];
  workspace = String((await adminJson(kurz.dataDirectory, 'workspace', 'create', ...owned))['id']);
});
afterAll(async () => {
  await kurz.close();
  await dns.close();
});

async function ask(method: string, path: string, body?: object) {
  const response = await fetch(`${kurz.url}/x${path}`, {
    method,
    headers: { origin: kurz.url, 'x-requested-with': 'kurz', 'content-type': 'application/json', cookie },
    body: body && JSON.stringify(body),
  });
  const cookies = response.headers.getSetCookie().map((value) => value.split(';', 1)[0]);
  if (cookies.length > 0) cookie = cookies.join('; ');
  return { status: response.status, body: (await response.json()) as { zone: Zone } };
}

/** Not with fetch, which does not let the Host header be set. */
async function visit(path: string) {
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    get({ port: kurz.port, path, headers: { host: DOMAIN } }, resolve).once('error', reject);
  });
  response.resume();
  return [response.statusCode, response.headers.location];
}

it('is added, proven by its TXT record, redirects, leads its root, and stops at once', async () => {
  const at = `/workspaces/${workspace}`;
  expect((await ask('POST', '/session', person)).status).toBe(200);
  const { zone } = (await ask('POST', `${at}/zones`, { domain: DOMAIN })).body;
  const link = { url: 'https://example.com/landing', slug: 'start', zoneDomain: DOMAIN };
  expect((await ask('POST', `${at}/urls`, link)).status).toBe(400);

  dns.setTxt(zone.verification.name, [zone.verification.value]);
  expect((await ask('POST', `${at}/zones/${zone.id}/verify`)).body.zone.ownershipState).toBe('verified');
  expect((await ask('POST', `${at}/urls`, link)).status).toBe(201);
  expect(await visit('/start')).toEqual([302, 'https://example.com/landing']);
  expect((await visit('/'))[0]).toBe(404);

  const change = (body: object) => ask('PATCH', `${at}/zones/${zone.id}`, body);
  await change({ rootRedirectURL: 'https://example.com/' });
  expect(await visit('/')).toEqual([302, 'https://example.com/']);
  await change({ isEnabled: false });
  expect((await visit('/start'))[0]).toBe(404);
  await change({ isEnabled: true });
  // when PostgreSQL is too slow for a redirector's read of the zones, the next read is a second later
  await until(async () => (await visit('/start'))[0] === 302, { what: 'the domain is back' });
});
