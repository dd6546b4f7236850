// A tenant that makes an API hold as much memory as it can, within its plan: the tenant is refused, another tenant is
// refused nothing, and the process never holds 300 MB, however often it is attacked.

import { sql } from 'kysely';
import { until } from '../flow/until';
import { isHeldKnown, mostMemoryOf } from './hostile/held-by';
import { openLinkWorld, type LinkApi, type LinkWorld } from './links/link-world';
import { signInAdmin } from './links/signed-in-admin';
import { addTenant } from './tenants/add-tenant';
import { makeUnreadConnections } from './tenants/unread-connections';
import { startWorkOfTenant } from './tenants/work-of-tenant';

const MB = 1e6;
/** A pod has 512 MiB. */
const MOST_MEMORY = 300 * MB;
/** Of the Compose file and the manifests. */
const AS_DEPLOYED = { NODE_OPTIONS: '--max-semi-space-size=4', MALLOC_ARENA_MAX: '2' };
const LONG_LINKS = 100;
const BODY_BYTES = 1_048_576;
/** What one connection may have asked for without an answer. */
const PIPELINED = 8;

let world: LinkWorld;
let api: LinkApi;
let greedy: { workspaceId: string; secret: string };
let other: string;
let cookie: string;
const connections = makeUnreadConnections(() => Number(new URL(api.origin).port));

/** `prefix`: of ids and slugs. `rank`: the greatest is listed first, all of them before links that are made later. */
async function insertLinks(
  prefix: string,
  rank: number,
  { url, location }: { url: string; location: string },
) {
  const zone = await world.db.selectFrom('zones').select('id').executeTakeFirstOrThrow();
  await sql`
    INSERT INTO links (id, workspace_id, zone_id, slug, url, location, created_at)
    SELECT 'lnk_' || ${prefix} || n, ${greedy.workspaceId}, ${zone.id}, ${prefix} || n, ${url}, ${location},
      now() + ${rank} * interval '1 hour'
    FROM generate_series(1, ${LONG_LINKS}) n`.execute(world.db);
}

beforeAll(async () => {
  world = await openLinkWorld();
  api = await world.startApi(AS_DEPLOYED);
  greedy = await addTenant(world, 'greedy');
  ({ secret: other } = await addTenant(world, 'other'));
  ({ cookie } = await signInAdmin(world, greedy.workspaceId, api));
  // destinations as long as they may be; of the others the ASCII form is short, and four bytes a character are sent
  const long = `https://example.com/${'destination/'.repeat(2_725)}`;
  await insertLinks('long-', 2, { url: long, location: long });
  const wide = `https://example.com/${'\u{1f600}'.repeat(32_700)}/..`;
  await insertLinks('wide-', 1, { url: wide, location: 'https://example.com/' });
}, 120_000);
afterEach(connections.end);
afterAll(() => world.close());

const LONG = '/v1/urls?limit=100&page=1';
const WIDE = '/v1/urls?limit=100&page=2';

const byToken = () => `Authorization: Bearer ${greedy.secret}\r\n`;
const bySession = () => `Cookie: ${cookie}\r\nX-Workspace-Id: ${greedy.workspaceId}\r\n`;
const headOf = (method: string, path: string, headers: string) =>
  `${method} ${path} HTTP/1.1\r\nHost: api\r\n${headers}\r\n`;
const withBody = (path: string, body: string, more = '') =>
  headOf(
    'POST',
    path,
    `${byToken()}${more}Content-Type: application/json\r\nContent-Length: ${Buffer.byteLength(body)}\r\n`,
  ) + body;

/** What the API says of one of its metrics, labels and all. */
async function metricOf(name: string): Promise<number> {
  const { text = '' } = (await api.ask('/metrics')) ?? {};
  const line = text.split('\n').find((one) => one.startsWith(`${name} `));
  return Number(line?.slice(name.length + 1) ?? NaN);
}
const refusedOf = (limit: 'principal' | 'process') =>
  metricOf(`kurz_api_over_budget_total{limit="${limit}"}`);

/** While the attack runs, the other tenant works. Afterwards the greedy one is served again and nothing is held. */
async function withstand(attack: () => Promise<void>): Promise<void> {
  const work = startWorkOfTenant(api, other);
  await attack();
  const { statuses, count } = await work.stop();
  const most = isHeldKnown ? await mostMemoryOf(api.process.pid ?? 0) : 0;
  process.stderr.write(
    `another tenant: ${count} answers, the API held ${Math.round(most / MB)} MB at most\n`,
  );
  expect(statuses).toEqual([200, 201]);
  expect(most).toBeLessThan(MOST_MEMORY);
  expect(await refusedOf('process')).toBe(0);
  connections.end();
  // what the connections had sent before they ended still arrives
  await until(
    'the tenant is served again',
    async () => {
      const { status, text } = await api.call('GET', LONG.slice('/v1'.length), undefined, greedy.secret);
      return status === 200 && text.length > LONG_LINKS * 32_000;
    },
    20_000,
  );
  const isNothingHeld = async () => (await metricOf('kurz_api_in_flight_bytes')) === 0;
  await until('nothing is held any more', isNothingHeld, 20_000);
}

const COUNT = 40;

/** Sends the text over so many connections, and again where they were cut off, until the tenant's share is used up. */
async function sendUntilRefused(text: string): Promise<void> {
  const before = await refusedOf('principal');
  await connections.send(COUNT, text);
  await until(
    'the tenant is refused',
    async () => {
      // those that take nothing are cut off after a time, on a busy machine before anybody looks
      if (connections.areAllEnded()) await connections.send(COUNT, text);
      return (await refusedOf('principal')) > before;
    },
    60_000,
  );
}

test.each([
  ['that are long', LONG, byToken],
  ['of four bytes a character', WIDE, byToken],
  ['that a session asks for', LONG.replace('/v1', '/x'), bySession],
])(
  'answers that a tenant does not read, %s',
  async (_, path, by) => {
    const text = headOf('GET', path, by()).repeat(PIPELINED);
    await withstand(() => sendUntilRefused(text));
  },
  120_000,
);

test('a tenant that holds its share hears when to come back', async () => {
  await withstand(async () => {
    await sendUntilRefused(headOf('GET', LONG, byToken()).repeat(PIPELINED));
    const { status, headers } = await api.call('GET', LONG.slice('/v1'.length), undefined, greedy.secret);
    expect([200, 429]).toContain(status);
    if (status === 429) expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
  });
}, 120_000);

test.each([
  ['lists', [LONG, WIDE]],
  ['searches', ['/v1/urls?limit=100&q=destination', '/v1/urls?limit=100&page=2&q=example']],
])(
  '%s that a tenant reads as fast as they come',
  async (_, paths) => {
    const asked = Array.from({ length: 8 }, async () => {
      for (let turn = 0; turn < 10; turn++) {
        const path = paths[turn % paths.length] ?? LONG;
        const { status } = await api.call('GET', path.slice('/v1'.length), undefined, greedy.secret);
        expect([200, 429]).toContain(status);
      }
    });
    await withstand(async () => void (await Promise.all(asked)));
  },
  120_000,
);

test('bodies that a tenant does not end', async () => {
  const [head = ''] = withBody('/v1/urls', ' '.repeat(BODY_BYTES)).split('\r\n\r\n', 1);
  await withstand(() => sendUntilRefused(`${head}\r\n\r\n${' '.repeat(BODY_BYTES - 1)}`));
}, 120_000);

test.each([
  ['in arrays', '['.repeat(500_000) + ']'.repeat(500_000)],
  ['beside arrays', `[${Array.from({ length: 340_000 }, () => '[]').join(',')}]`],
])(
  'bodies that are arrays %s',
  async (_, more) => {
    const body = `{"url":"https://example.com/","more":${more}}`;
    await withstand(() => sendUntilRefused(withBody('/v1/urls', body)));
  },
  120_000,
);

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
        // 409: another one asks with that key
        expect([200, 409, 429]).toContain((await ask(`batch-${asker % 3}`)).status);
      }
    });
    await Promise.all(asking);
  });
}, 180_000);

test('one request more than may wait on a connection ends it', async () => {
  const socket = connections.open(headOf('GET', LONG, byToken()).repeat(PIPELINED + 1));
  const ended = new Promise((resolve) => socket.once('close', resolve));
  socket.resume();
  await ended;
});
