// What ends TLS asks the API's operations port whether a domain may have a certificate.

import { openApiWorld, SHARED_DOMAIN, type ApiProcess, type ApiWorld } from './api-world';
import { until } from '../until';

let world: ApiWorld;
let api: ApiProcess;
beforeAll(async () => {
  world = await openApiWorld();
  api = await world.start();
});
afterAll(() => world.close());

const answerFor = async (domain: string) =>
  (await api.ask(`/tls-allowed?domain=${encodeURIComponent(domain)}`))?.status;

const tlsStateOf = async (zoneId: string) =>
  (await world.db.selectFrom('zones').select('tls_state').where('id', '=', zoneId).executeTakeFirst())
    ?.tls_state;

const addOwn = (domain: string, isVerified: boolean) =>
  world.addZone({ domain, zoneType: 'user', workspaceId: world.workspaceId, isVerified });

test('A verified domain may have a certificate, however its name is written; whether it has one is seen elsewhere', async () => {
  const zoneId = await addOwn('go.müller.example', true);
  expect(await tlsStateOf(zoneId)).toBe('pending');
  expect(await answerFor('Go.xn--mller-kva.Example')).toBe(200);
  expect(await tlsStateOf(zoneId)).toBe('pending');
  expect(await answerFor('go.xn--mller-kva.example')).toBe(200);
});

test('A shared domain may have one', async () => {
  expect(await answerFor(SHARED_DOMAIN)).toBe(200);
});

test('A domain that is not verified may not, and stays without', async () => {
  const zoneId = await addOwn('go.claimed.example', false);
  expect(await answerFor('go.claimed.example')).toBe(404);
  expect(await tlsStateOf(zoneId)).toBe('pending');
});

test('A domain that is switched off may not', async () => {
  const zoneId = await addOwn('go.off.example', true);
  await world.db.updateTable('zones').set({ is_enabled: false }).where('id', '=', zoneId).execute();
  expect(await answerFor('go.off.example')).toBe(404);
});

test.each([
  ['nobody.example'],
  ['sub.krz.example'],
  ['krz.example:443:1'],
  ['127.0.0.1'],
  [''],
  ['a b'],
  ["'"],
])('%p may not', async (domain) => {
  expect(await answerFor(domain)).toBe(404);
});

test('The public port does not answer the question', async () => {
  expect((await api.call(`/tls-allowed?domain=${SHARED_DOMAIN}`)).status).toBe(404);
});

/** A loop is as old as the process until its first round ends. A younger one has read the domains. */
async function hasReadDomains(process: ApiProcess): Promise<boolean> {
  const metrics = (await process.ask('/metrics'))?.text ?? '';
  const ages = new Map(
    Array.from(metrics.matchAll(/^kurz_api_loop_age_seconds{loop="(\w+)"} (\S+)/gm), ([, loop, age]) => [
      loop,
      Number(age),
    ]),
  );
  // the start times of two loops differ by far less than a read takes
  return (ages.get('permitted_domains') ?? Infinity) < Math.max(...ages.values()) - 0.000_5;
}

test('While PostgreSQL is away domains that were permitted stay so, and of others nobody can say', async () => {
  await addOwn('go.known.example', true);
  await addOwn('go.unproven.example', false);
  // reads the domains when it starts
  const late = await world.start();
  const ask = async (domain: string) => (await late.ask(`/tls-allowed?domain=${domain}`))?.status;
  expect(await ask('nobody.example')).toBe(404);
  await until(() => hasReadDomains(late), { what: 'the domains are read' });
  await world.postgres.stop();
  try {
    // this name was never requested before
    expect(await ask('Go.Known.Example')).toBe(200);
    expect(await ask(SHARED_DOMAIN)).toBe(200);
    expect(await ask('go.unproven.example')).toBe(503);
    expect(await ask('go.new.example')).toBe(503);
    expect(await ask('no%20name')).toBe(404);
  } finally {
    await world.postgres.start();
  }
  await until(async () => (await ask('go.new.example')) === 404, { what: 'PostgreSQL is asked again' });
  await late.stop();
});
