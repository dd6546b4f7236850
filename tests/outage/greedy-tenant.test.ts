// A tenant makes an API hold as much memory as it can within its plan; so do a person with ten workspaces, and
// strangers at 64 addresses. The attacker is refused, another tenant never is, and the process never holds 300 MB,
// however often it is attacked.

import { setTimeout as sleep } from 'node:timers/promises';
import { until } from '../until';
import { isHeldKnown, peakMemoryOf } from './hostile/held-by';
import { openLinkWorld, type LinkApi, type LinkWorld } from './links/link-world';
import { signIn, signInAdmin } from './links/signed-in-admin';
import { addOwner, type Owner } from './tenants/add-owner';
import { addTenant } from './tenants/add-tenant';
import { insertLongLinks } from './tenants/insert-long-links';
import { makeUnreadConnections } from './tenants/unread-connections';
import { startWorkOfTenant } from './tenants/work-of-tenant';

const MB = 1e6;
/** A pod has 512 MiB. */
const MAX_MEMORY = 300 * MB;
/** Settings of the Compose file and the manifests. */
const AS_DEPLOYED = { NODE_OPTIONS: '--max-semi-space-size=8', MALLOC_ARENA_MAX: '2' };
const LONG_LINKS = 100;
/** The workspaces that the free plan allows a person. */
const WORKSPACES = 10;
const LINKS_OF_EACH = 50;
const ADDRESSES = 64;
const BODY_BYTES = 1_048_576;
/** Requests that one connection may have pending. */
const PIPELINED = 8;

let world: LinkWorld;
let api: LinkApi;
let greedy: { workspaceId: string; secret: string };
let other: string;
let owner: Owner;
let cookie: string;
let cookieOfOwner: string;
const connections = makeUnreadConnections(() => Number(new URL(api.origin).port));

beforeAll(async () => {
  world = await openLinkWorld();
  api = await world.startApi({ ...AS_DEPLOYED, KURZ_TRUSTED_PROXIES: '1' });
  greedy = await addTenant(world, 'greedy');
  ({ secret: other } = await addTenant(world, 'other'));
  ({ cookie } = await signInAdmin(world, greedy.workspaceId, api));
  // destinations of the greatest length; those of `wide` have a short ASCII form and are sent as four bytes a character
  const long = `https://example.com/${'destination/'.repeat(2_725)}`;
  const { workspaceId } = greedy;
  const links = { workspaceId, count: LONG_LINKS, location: long };
  await insertLongLinks(world.db, { ...links, prefix: 'long-', rank: 2, url: long });
  const wide = `https://example.com/${'\u{1f600}'.repeat(32_700)}/..`;
  const short = 'https://example.com/';
  await insertLongLinks(world.db, { ...links, prefix: 'wide-', rank: 1, url: wide, location: short });
  owner = await addOwner(world, 'owner', WORKSPACES);
  cookieOfOwner = await signIn(api, owner.email);
  for (const [index, one] of owner.workspaces.entries()) {
    const each = { workspaceId: one.workspaceId, count: LINKS_OF_EACH, prefix: `of-${index}-`, rank: 1 };
    await insertLongLinks(world.db, { ...each, url: long, location: long });
  }
});
afterEach(connections.end);
afterAll(() => world.close());

const LONG = '/v1/urls?limit=100&page=1';
const WIDE = '/v1/urls?limit=100&page=2';

const byTokenOf = (secret: string) => `Authorization: Bearer ${secret}\r\n`;
const bySessionOf = (itsCookie: string, workspaceId: string) =>
  `Cookie: ${itsCookie}\r\nX-Workspace-Id: ${workspaceId}\r\n`;
const byToken = () => byTokenOf(greedy.secret);
const bySession = () => bySessionOf(cookie, greedy.workspaceId);
const headOf = (method: string, path: string, headers: string) =>
  `${method} ${path} HTTP/1.1\r\nHost: api\r\n${headers}\r\n`;
const withBody = (path: string, body: string, more = '') =>
  headOf(
    'POST',
    path,
    `${byToken()}${more}Content-Type: application/json\r\nContent-Length: ${Buffer.byteLength(body)}\r\n`,
  ) + body;

/** The value of one of the API's metrics; `name` includes the labels. */
async function metricOf(name: string): Promise<number> {
  const { text = '' } = (await api.ask('/metrics')) ?? {};
  const line = text.split('\n').find((one) => one.startsWith(`${name} `));
  return Number(line?.slice(name.length + 1) ?? NaN);
}
const refusedOf = (limit: 'principal' | 'anonymous' | 'process') =>
  metricOf(`kurz_api_over_budget_total{limit="${limit}"}`);

/** The other tenant works during the attack. Afterwards the greedy tenant is served again and no memory is held. */
async function withstand(attack: () => Promise<void>): Promise<void> {
  const work = startWorkOfTenant(api, other);
  await attack();
  const { statuses, count } = await work.stop();
  const most = isHeldKnown ? await peakMemoryOf(api.process.pid ?? 0) : 0;
  process.stderr.write(
    `another tenant: ${count} answers, the API held ${Math.round(most / MB)} MB at most\n`,
  );
  expect(statuses).toEqual([200, 201]);
  expect(most).toBeLessThan(MAX_MEMORY);
  expect(await refusedOf('process')).toBe(0);
  connections.end();
  // requests that the connections sent before they ended still arrive
  await until(
    async () => {
      const { status, text } = await api.call('GET', LONG.slice('/v1'.length), undefined, greedy.secret);
      return status === 200 && text.length > LONG_LINKS * 32_000;
    },
    { what: 'the tenant is served again', ms: 20_000 },
  );
  const isNothingHeld = async () => (await metricOf('kurz_api_in_flight_bytes')) === 0;
  await until(isNothingHeld, { what: 'nothing is held any more', ms: 20_000 });
}

const COUNT = 40;
const BETWEEN_MS = 200;
const TIMEOUT_MS = 2_000;

/** Sends so many at a time that they are pending together, and so few that no listen queue overflows. */
async function sendTexts(texts: readonly string[]): Promise<void> {
  for (const [index, text] of texts.entries()) {
    connections.open(text);
    if ((index + 1) % COUNT === 0) await sleep(BETWEEN_MS);
  }
}

/** Sends each text over its own connection, and repeats all of them until the limit refuses one. */
async function sendTextsUntilRefused(
  texts: readonly string[],
  limit: 'principal' | 'anonymous' = 'principal',
): Promise<void> {
  const before = await refusedOf(limit);
  const isRefused = async () => (await refusedOf(limit)) > before;
  await until(
    async () => {
      // on a busy machine some are already answered or cut off before all are pending together
      await sendTexts(texts);
      await until(isRefused, { what: 'they are refused at once', ms: TIMEOUT_MS }).catch(() => undefined);
      return isRefused();
    },
    { what: 'those who ask are refused' },
  );
}

const sendUntilRefused = (text: string) => sendTextsUntilRefused(Array<string>(COUNT).fill(text));

test.each([
  ['that are long', LONG, byToken],
  ['of four bytes a character', WIDE, byToken],
  ['that a session asks for', LONG.replace('/v1', '/x'), bySession],
])('answers that a tenant does not read, %s', async (_, path, by) => {
  const text = headOf('GET', path, by()).repeat(PIPELINED);
  await withstand(() => sendUntilRefused(text));
});

test('a tenant that holds its share hears when to come back', async () => {
  await withstand(async () => {
    await sendUntilRefused(headOf('GET', LONG, byToken()).repeat(PIPELINED));
    const { status, headers } = await api.call('GET', LONG.slice('/v1'.length), undefined, greedy.secret);
    expect([200, 429]).toContain(status);
    if (status === 429) expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
  });
});

test.each([
  ['lists', [LONG, WIDE]],
  ['searches', ['/v1/urls?limit=100&q=destination', '/v1/urls?limit=100&page=2&q=example']],
])('%s that a tenant reads as fast as they come', async (_, paths) => {
  const asked = Array.from({ length: 8 }, async () => {
    for (let turn = 0; turn < 6; turn++) {
      const path = paths[turn % paths.length] ?? LONG;
      const { status } = await api.call('GET', path.slice('/v1'.length), undefined, greedy.secret);
      expect([200, 429]).toContain(status);
    }
  });
  await withstand(async () => void (await Promise.all(asked)));
});

test('bodies that a tenant does not end', async () => {
  const [head = ''] = withBody('/v1/urls', ' '.repeat(BODY_BYTES)).split('\r\n\r\n', 1);
  await withstand(() => sendUntilRefused(`${head}\r\n\r\n${' '.repeat(BODY_BYTES - 1)}`));
});

test.each([
  ['in arrays', '['.repeat(500_000) + ']'.repeat(500_000)],
  ['beside arrays', `[${Array.from({ length: 340_000 }, () => '[]').join(',')}]`],
])('bodies that are arrays %s', async (_, more) => {
  const body = `{"url":"https://example.com/","more":${more}}`;
  await withstand(() => sendUntilRefused(withBody('/v1/urls', body)));
});

test('batches as large as they may be, whose answers are asked for again and again', async () => {
  const links = Array.from({ length: 100 }, (_, index) => ({
    url: `https://example.com/${index}/${'b'.repeat(10_000)}`,
  }));
  const body = JSON.stringify({ links });
  const ask = async (key: string) => {
    const response = await fetch(`${api.origin}/v1/urls/batch`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${greedy.secret}`,
        'content-type': 'application/json',
        'idempotency-key': key,
      },
      body,
    });
    const { length } = await response.text();
    return { status: response.status, length };
  };
  const first = await ask('batch-0');
  expect(first.status).toBe(200);
  expect(first.length).toBeGreaterThan(100 * 10_000);
  await withstand(async () => {
    const asking = Array.from({ length: 8 }, async (_, asker) => {
      for (let turn = 0; turn < 5; turn++) {
        // 409: another request with that key is in flight
        expect([200, 409, 429]).toContain((await ask(`batch-${asker % 3}`)).status);
      }
    });
    await Promise.all(asking);
  });
});

describe('one person with ten workspaces', () => {
  type Workspace = Owner['workspaces'][number];
  test.each([
    ['a session asks', '/x/urls?limit=100', (one: Workspace) => bySessionOf(cookieOfOwner, one.workspaceId)],
    ['tokens ask', LONG, (one: Workspace) => byTokenOf(one.secret)],
  ])('answers that are not read, for which %s', async (_, path, by) => {
    const texts = owner.workspaces.map((one) => headOf('GET', path, by(one)).repeat(PIPELINED));
    await withstand(() => sendTextsUntilRefused([...texts, ...texts]));
  });

  test('searches in all of them at once', async () => {
    const asked = owner.workspaces.flatMap(({ secret }) =>
      Array.from({ length: 2 }, async () => {
        for (let turn = 0; turn < 6; turn++) {
          const { status } = await api.call('GET', '/urls?limit=100&q=destination', undefined, secret);
          expect([200, 429]).toContain(status);
        }
      }),
    );
    await withstand(async () => void (await Promise.all(asked)));
  });
});

describe('strangers at 64 addresses', () => {
  /** For each address a request with the first 1,000 bytes of its body. */
  const textsOf = (length: number) =>
    Array.from({ length: ADDRESSES }, (_, address) => {
      const from = `X-Forwarded-For: 203.0.113.${address}\r\nOrigin: http://api\r\nX-Requested-With: kurz\r\n`;
      const body = `Content-Type: application/json\r\nContent-Length: ${length}\r\n`;
      return headOf('POST', '/x/session', from + body) + ' '.repeat(1_000);
    });

  test('bodies of 1 MiB that are not ended', async () => {
    await withstand(() => sendTexts(textsOf(BODY_BYTES)));
    expect(await signIn(api, owner.email)).not.toBe('');
  });

  test('as many bodies of 16 KiB that are not ended as are held', async () => {
    const many = Array.from({ length: 10 }, () => textsOf(16 * 1024)).flat();
    await withstand(() => sendTextsUntilRefused(many, 'anonymous'));
  });
});

test('one request more than may wait on a connection ends it', async () => {
  const socket = connections.open(headOf('GET', LONG, byToken()).repeat(PIPELINED + 1));
  const ended = new Promise((resolve) => socket.once('close', resolve));
  socket.resume();
  await ended;
});
