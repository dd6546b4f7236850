// Changes by the admin command apply to the running product at once. Changes made while the product is stopped are
// there when it starts.

import { get, type IncomingMessage } from 'node:http';
import { adminJson } from './admin-command';
import { rowsOf, spawnAdminCommand, spawnAdminJson } from './spawn-admin-command';
import { startStandalone, type RunningStandalone } from './start-standalone';

let kurz: RunningStandalone;

beforeAll(async () => {
  kurz = await startStandalone({ isNew: false });
});

afterAll(() => kurz.close());

const json = (...words: string[]) => adminJson(kurz.dataDirectory, ...words);

const api = (token: string, body?: object) =>
  fetch(`${kurz.url}/v1/urls`, {
    method: body ? 'POST' : 'GET',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: body && JSON.stringify(body),
  });

/** Requests a path on another domain. Not with fetch, which does not let the Host header be set. */
async function statusOn(host: string, path: string): Promise<number | undefined> {
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    get({ port: kurz.port, path, headers: { host } }, resolve).once('error', reject);
  });
  response.resume();
  return response.statusCode;
}

async function workspaceId(): Promise<string> {
  const workspaces = rowsOf(await json('workspace', 'list'), 'workspaces');
  return String(workspaces.find((workspace) => !workspace['isPersonal'])?.['id']);
}

it('makes a token that works at once and stops at once when it is revoked', async () => {
  const workspace = await workspaceId();
  const { id, secret } = await json(
    ...['token', 'create', '--workspace', workspace, '--name', 'CI', '--scopes', 'links:read'],
  );
  expect((await api(String(secret))).status).toBe(200);
  await json('token', 'revoke', String(id));
  expect((await api(String(secret))).status).toBe(401);
});

it('finds nothing wrong with the running product, through which a probe link goes the whole way', async () => {
  const words = ['doctor', '--probe', await workspaceId(), '--api', kurz.url];
  const { isHealthy, findings, parts } = await json(...words);
  expect([isHealthy, findings]).toEqual([true, []]);
  const looked = rowsOf({ parts }, 'parts').filter(({ skipped }) => skipped === undefined);
  expect(looked.map(({ part }) => part)).toEqual(['postgres', 'clickhouse', 'public_address', 'probe']);
});

it('takes a plan’s rights away at once and gives them back', async () => {
  const workspace = await workspaceId();
  await json('workspace', 'set-plan', workspace, 'free');
  expect((await api(kurz.token ?? '')).status).toBe(401);
  await json('workspace', 'set-plan', workspace, 'team');
  expect((await api(kurz.token ?? '')).status).toBe(200);
});

it('opens a new domain at once and closes it at once', async () => {
  await json('zone', 'add', 'go.example.com', '--global');
  const made = await api(kurz.token ?? '', {
    url: 'https://example.com/',
    slug: 'there',
    zoneDomain: 'go.example.com',
  });
  expect(made.status).toBe(201);
  expect(await statusOn('go.example.com', '/there')).toBe(302);
  await json('zone', 'disable', 'go.example.com');
  expect(await statusOn('go.example.com', '/there')).toBe(404);
  await json('zone', 'enable', 'go.example.com');
  expect(await statusOn('go.example.com', '/there')).toBe(302);
});

it('lets no link be made without a domain while the default one is disabled, and says so', async () => {
  await json('zone', 'disable', kurz.zone);
  const refused = await api(kurz.token ?? '', { url: 'https://example.com/' });
  expect([refused.status, await refused.json()]).toEqual([
    400,
    expect.objectContaining({ error: '"zoneDomain" must be sent: no default domain is set and enabled.' }),
  ]);
  await json('zone', 'set-default', 'go.example.com');
  const made = await api(kurz.token ?? '', { url: 'https://example.com/' });
  expect(await made.json()).toMatchObject({ url: { zoneDomain: 'go.example.com' } });
  await json('zone', 'enable', kurz.zone);
});

it('waits for a product that is starting, and leaves nothing running behind', async () => {
  await kurz.stop();
  const starting = kurz.restart();
  const listed = await spawnAdminCommand(kurz.dataDirectory, 'zone', 'list');
  kurz = await starting;
  expect(listed).toMatchObject({ code: 0, stderr: '' });
  expect(listed.stdout).toContain(kurz.zone);
});

it('does its work on a stopped product, two commands taking turns', async () => {
  const workspace = await workspaceId();
  await kurz.stop();
  const made = await Promise.all(
    ['one', 'two'].map((name) =>
      spawnAdminJson(
        kurz.dataDirectory,
        ...['token', 'create', '--workspace', workspace, '--name', name, '--scopes', 'links:read'],
      ),
    ),
  );
  kurz = await kurz.restart();
  for (const { secret } of made) expect((await api(String(secret))).status).toBe(200);
});
