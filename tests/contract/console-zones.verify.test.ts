// Proof of a domain's ownership by a TXT record, asked of a real name server over UDP.

import type { ChangedKey } from '@kurz/link-cache';
import { signIn, type Person } from './sign-in';
import { startApi, type TestApi } from './start-api';
import { startDnsServer, type TestDnsServer } from './start-dns-server';
import type { ErrorAnswer } from './url-answer';

type Zone = {
  id: string;
  domain: string;
  ownershipState: string;
  tlsState: string;
  verification: { name: string; value: string };
};
type Answer = { zone: Zone; found?: string[] } & ErrorAnswer;

let dns: TestDnsServer;
let api: TestApi;
let admin: Person;
let path: string;
let domains = 0;
beforeAll(async () => {
  dns = await startDnsServer();
  api = await startApi({ settings: { dnsServers: [dns.address] } });
  const { workspaceId } = await api.addWorkspace({ plan: 'team' });
  admin = await signIn(api, { [workspaceId]: 'admin' });
  path = `/workspaces/${workspaceId}/zones`;
});
afterAll(async () => {
  await api.close();
  await dns.close();
});
afterEach(() => dns.behave('answer'));

const add = async () =>
  (await admin.ask<Answer>('POST', path, { domain: `go.customer-${++domains}.example` })).body.zone;
const verify = (zone: Zone) => admin.ask<Answer>('POST', `${path}/${zone.id}/verify`);

test('a domain with its record is verified, and the name below it is what was asked for', async () => {
  const zone = await add();
  dns.setTxt(zone.verification.name, ['v=spf1 -all'], [zone.verification.value]);
  const { status, body } = await verify(zone);
  expect(status).toBe(200);
  expect(body.zone).toMatchObject({ ownershipState: 'verified', tlsState: 'pending' });
  expect(dns.asked).toContain(`_kurz.${zone.domain}`);
});

test('links can be created on it from then on, and not before', async () => {
  const { workspaceId, token } = await api.addWorkspace();
  const owner = await signIn(api, { [workspaceId]: 'admin' });
  const at = `/workspaces/${workspaceId}/zones`;
  const { zone } = (await owner.ask<Answer>('POST', at, { domain: 'links.example' })).body;
  const body = { url: 'https://a.example/', zoneDomain: 'links.example' };
  expect((await api.fetchJson('POST', '/urls', { body, token })).status).toBe(400);
  dns.setTxt(zone.verification.name, [zone.verification.value]);
  await owner.ask('POST', `${at}/${zone.id}/verify`);
  expect((await api.fetchJson('POST', '/urls', { body, token })).status).toBe(201);
});

test('a record in pieces counts as one text', async () => {
  const zone = await add();
  const { name, value } = zone.verification;
  dns.setTxt(name, [value.slice(0, 10), value.slice(10)]);
  expect((await verify(zone)).body.zone.ownershipState).toBe('verified');
});

test('no record, or another value: failed, with what was found, and verified once it is put right', async () => {
  const zone = await add();
  const { name, value } = zone.verification;
  expect((await verify(zone)).body).toMatchObject({ zone: { ownershipState: 'failed' }, found: [] });
  dns.setTxt(name, [`${value}x`], ['other']);
  const wrong = (await verify(zone)).body;
  expect(wrong.zone.ownershipState).toBe('failed');
  expect(wrong.found?.sort()).toEqual([`${value}x`, 'other'].sort());
  dns.setTxt(name, [value]);
  expect((await verify(zone)).body).toMatchObject({ zone: { ownershipState: 'verified' } });
});

test('the record of one domain proves no other', async () => {
  const [one, two] = [await add(), await add()];
  dns.setTxt(two.verification.name, [one.verification.value]);
  expect((await verify(two)).body.zone.ownershipState).toBe('failed');
});

test('a verified domain stays so when its record is removed', async () => {
  const zone = await add();
  dns.setTxt(zone.verification.name, [zone.verification.value]);
  await verify(zone);
  dns.setTxt(zone.verification.name);
  expect((await verify(zone)).body.zone.ownershipState).toBe('verified');
});

test('a name server that fails says nothing of a domain: 503 with Retry-After, and the state stays', async () => {
  const zone = await add();
  dns.behave('fail');
  const answered = await verify(zone);
  expect([answered.status, answered.body.code]).toEqual([503, 'DNS_UNAVAILABLE']);
  expect(Number(answered.headers.get('retry-after'))).toBeGreaterThanOrEqual(1);
  dns.behave('answer');
  const { user } = (await admin.ask<{ user: Zone[] }>('GET', path)).body;
  expect(user.find(({ id }) => id === zone.id)?.ownershipState).toBe('pending');
});

test('the name server is asked nothing for a domain of another workspace', async () => {
  const stranger = await signIn(api, { [api.workspaceId]: 'admin' });
  const zone = await add();
  const asked = dns.asked.length;
  const answered = await stranger.ask<ErrorAnswer>(
    'POST',
    `/workspaces/${api.workspaceId}/zones/${zone.id}/verify`,
  );
  expect([answered.status, answered.body.code]).toEqual([404, 'NOT_FOUND']);
  expect(dns.asked).toHaveLength(asked);
});

/** A workspace of its own that claims the domain, and sets its record on request. */
async function claim(domain: string) {
  const { workspaceId, token } = await api.addWorkspace();
  const person = await signIn(api, { [workspaceId]: 'admin' });
  const at = `/workspaces/${workspaceId}/zones`;
  const { zone } = (await person.ask<Answer>('POST', at, { domain })).body;
  return {
    zone,
    token,
    workspaceId,
    verify: () => person.ask<Answer>('POST', `${at}/${zone.id}/verify`),
    state: async () => (await person.ask<{ user: Zone[] }>('GET', at)).body.user[0]?.ownershipState,
  };
}

test('the first proof of a domain wins, and the redirectors hear of it', async () => {
  const told: ChangedKey[] = [];
  await api.linkCache.subscribe((key) => told.push(key));
  const [squatter, owner] = [await claim('go.target.example'), await claim('go.target.example')];
  dns.setTxt(owner.zone.verification.name, [owner.zone.verification.value]);
  expect((await squatter.verify()).body.zone.ownershipState).toBe('failed');
  expect((await owner.verify()).body.zone.ownershipState).toBe('verified');
  expect(told).toContainEqual({ zoneId: owner.zone.id, slug: null });
  const links = (token: string) =>
    api.fetchJson('POST', '/urls', {
      body: { url: 'https://a.example/', zoneDomain: 'go.target.example' },
      token,
    });
  expect([(await links(owner.token)).status, (await links(squatter.token)).status]).toEqual([201, 400]);
});

test('a claim whose domain another has proven stays, and says so when it is to be verified', async () => {
  const [late, first] = [await claim('go.late.example'), await claim('go.late.example')];
  dns.setTxt(first.zone.verification.name, [first.zone.verification.value], [late.zone.verification.value]);
  await first.verify();
  const answered = await late.verify();
  expect([answered.status, answered.body.code]).toEqual([409, 'DOMAIN_TAKEN']);
  expect(await late.state()).toBe('pending');
  expect(await first.state()).toBe('verified');
});

test('of proofs that arrive at once one wins, in every round', async () => {
  for (let round = 0; round < 5; round++) {
    const claims = await Promise.all(
      Array.from({ length: 4 }, () => claim(`race-${round}.contested.example`)),
    );
    const [name = ''] = claims.map(({ zone }) => zone.verification.name);
    dns.setTxt(name, ...claims.map(({ zone }) => [zone.verification.value]));
    const statuses = (await Promise.all(claims.map(({ verify }) => verify()))).map(({ status }) => status);
    expect(statuses.sort()).toEqual([200, 409, 409, 409]);
    const states = await Promise.all(claims.map(({ state }) => state()));
    expect(states.filter((state) => state === 'verified')).toHaveLength(1);
  }
});

test('a claim hides nothing of a domain that the operator shares beside it', async () => {
  const held = await claim('go.shared-later.example');
  await api.addZone({ domain: 'go.shared-later.example', zoneType: 'global' });
  const created = await api.fetchJson<{ url: { slug: string } }>('POST', '/urls', {
    body: { url: 'https://a.example/', zoneDomain: 'go.shared-later.example', slug: 'beside-a-claim' },
    token: held.token,
  });
  expect(created.status).toBe(201);
  const listed = await api.fetchJson<{ total: number }>('GET', '/urls?zoneDomain=go.shared-later.example', {
    token: held.token,
  });
  expect(listed.body.total).toBe(1);
  expect((await held.verify()).status).toBe(409);
});
