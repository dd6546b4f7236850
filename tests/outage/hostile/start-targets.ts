// The redirector with and without its fast path, the API and the embedded product: processes with their own stores.

import { createUser, createWorkspace, createWorkspaceToken } from '@kurz/api';
import { makeClosing } from '@kurz/process';
import { HIGH_LIMIT_PLANS } from '../../high-limit-plans';
import { openApiWorld, SHARED_DOMAIN } from '../../flow/api-world';
import { pidsOfWorkers } from '../../flow/workers-of';
import { openRedirectorWorld } from '../../flow/redirector-world';
import { freePort } from '@kurz/backends';
import { startStandalone } from '../../flow/start-standalone';
import { addLink } from '../../stores/redirector/stored-links';
import { bytesOf, type Target } from './target';

const PEPPER = 'pepper-of-these-tests-32-characters';

/** With a small heap garbage is collected early, so that it does not look like memory that clients hold. */
const SMALL_HEAP = { NODE_OPTIONS: '--max-old-space-size=128' };

/** The longest destination that the API accepts. */
const LONGEST_LOCATION = `https://example.com/${'x'.repeat(32_767 - 'https://example.com/'.length)}`;

const endless = (path: string, headers: readonly string[]) =>
  [
    `POST ${path} HTTP/1.1`,
    ...headers,
    'Content-Type: application/json',
    'Content-Length: 60000',
    '',
    '{',
  ].join('\r\n');

export async function startRedirectorTarget(hasFastPath: boolean): Promise<Target> {
  const closing = makeClosing();
  const world = await openRedirectorWorld(['abc']);
  closing.add('world', world.close);
  await addLink(world.db, 'long', { location: LONGEST_LOCATION });
  const redirector = await world.start({ ...SMALL_HEAP, KURZ_FAST_PATH: String(hasFastPath) });
  const primary = redirector.process.pid ?? 0;
  const headers = { Host: 'kurz.example', 'User-Agent': 'Mozilla/5.0' };
  const visit = { method: 'GET', path: '/abc', headers };
  return {
    port: redirector.port,
    visit,
    status: 302,
    strangerRequest: bytesOf(visit),
    longestRequest: bytesOf({ ...visit, path: '/long', headers: { Host: 'kurz.example' } }),
    pipelinedBytes: 64 * 1024 ** 2,
    // a chunk per connection would be 94 MiB
    ...(hasFastPath && { idleBytes: 24 * 1024 ** 2 }),
    maxWaiting: 100,
    longTargetStatus: 431,
    droppedASecond: 3_000,
    endlessBody: endless('/abc', ['Host: kurz.example']),
    pids: async () => [primary, ...(await pidsOfWorkers(primary))],
    hasEnded: redirector.hasEnded,
    log: redirector.log,
    close: closing.close,
  };
}

export async function startApiTarget(): Promise<Target> {
  const world = await openApiWorld();
  const { db, workspaceId } = world;
  // the workspace of another person, because all workspaces of one person share a memory limit
  const ownerEmail = 'hostile@example.com';
  await createUser(db, { email: ownerEmail });
  const another = { name: 'Hostile', ownerEmail, plan: 'pro', isYearly: false } as const;
  const made = await createWorkspace(db, another);
  if (made.kind !== 'created') throw new Error(`the workspace was not created: ${made.kind}`);
  const secretOf = async (id: string) => {
    const token = { workspaceId: id, name: 'test', scopes: ['links:read', 'links:write'] } as const;
    const created = await createWorkspaceToken(db, PEPPER, token);
    if (created.kind !== 'created') throw new Error(`the token was not created: ${created.kind}`);
    return created.secret;
  };
  const [visitor, hostile] = [await secretOf(workspaceId), await secretOf(made.workspaceId)];
  const port = await freePort();
  const api = await world.start({
    ...SMALL_HEAP,
    KURZ_PORT: String(port),
    KURZ_TOKEN_PEPPER: PEPPER,
    ...HIGH_LIMIT_PLANS,
    KURZ_ANONYMOUS_LIMIT: '1000000',
  });
  const headers = { Host: SHARED_DOMAIN, Authorization: `Bearer ${visitor}` };
  return {
    port,
    visit: { method: 'GET', path: '/v1/urls', headers },
    status: 200,
    strangerRequest: bytesOf({ method: 'GET', path: '/v1/urls', headers: { Host: SHARED_DOMAIN } }),
    longestRequest: bytesOf({ method: 'GET', path: '/v1/openapi.json', headers: { Host: SHARED_DOMAIN } }),
    maxWaiting: 8,
    longTargetStatus: 414,
    droppedASecond: 300,
    endlessBody: endless('/v1/urls', [`Host: ${SHARED_DOMAIN}`, `Authorization: Bearer ${hostile}`]),
    pids: () => Promise.resolve([api.process.pid ?? 0]),
    hasEnded: api.hasEnded,
    log: api.log,
    close: world.close,
  };
}

export async function startStandaloneTarget(): Promise<Target> {
  const product = await startStandalone({
    isNew: false,
    environment: { ...SMALL_HEAP, KURZ_ANONYMOUS_LIMIT: '1000000' },
  });
  const { port, zone: Host, token = '' } = product;
  const made = await fetch(`${product.url}/v1/urls`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ url: 'https://example.com/abc', slug: 'abc' }),
  });
  if (made.status !== 201) throw new Error(`the link was not made: ${await made.text()}`);
  let log = '';
  product.process.stderr?.on('data', (chunk: Buffer) => (log += chunk.toString()));
  const visit = { method: 'GET', path: '/abc', headers: { Host, 'User-Agent': 'Mozilla/5.0' } };
  return {
    port,
    visit,
    status: 302,
    strangerRequest: bytesOf(visit),
    longestRequest: bytesOf({ method: 'GET', path: '/v1/openapi.json', headers: { Host } }),
    maxWaiting: 100,
    longTargetStatus: 431,
    droppedASecond: 1_000,
    endlessBody: endless('/v1/urls', [`Host: ${Host}`, `Authorization: Bearer ${token}`]),
    pids: () => Promise.resolve([product.process.pid ?? 0]),
    hasEnded: () => product.process.exitCode !== null || product.process.signalCode !== null,
    log: () => log,
    close: product.close,
  };
}
