// The check of a domain in the web app, on request and hourly: it says what to set, is stored with the domain, and
// takes nothing away. Name server, front and certificates are real ones on this machine.

import { openCheckDomain, setZoneEnabled } from '@kurz/api';
import { allowedTargetsOf, makeOutbound } from '@kurz/outbound';
import { makeMetrics, systemClock, type Log } from '@kurz/process';
import { takeDueZones } from '../../services/api/src/domain-check/checked-zone';
import { watchSetUps } from '../../services/api/src/domain-check/watch-set-ups';
import { ADDRESS, DOMAIN, startSetUp, type SetUp } from '../stores/domain-check/set-ups';
import { codeOf, newPlace, setOwnership, type Place, type ZoneAnswer } from './custom-domains';
import { signIn } from './sign-in';
import { startApi, type TestApi } from './start-api';
import type { TestDnsServer } from './start-dns-server';
import type { ErrorAnswer } from './url-answer';

type Finding = { code: string; severity: string; message: string; records: unknown[]; found: string[] };
type CheckAnswer = { check: { isReady: boolean; findings: Finding[]; certificate: unknown } };
type Shown = {
  id: string;
  tlsState: string;
  isEnabled: boolean;
  checkedAt: string | null;
  problems: string[];
};

let setUp: SetUp;
let dns: TestDnsServer;
let api: TestApi;
let place: Place;
const events: { event?: string; state?: string }[] = [];
const note = (fields: unknown) => void events.push(fields as { event?: string });
const log: Log = { debug: note, info: note, warn: note, error: note };

function allow(text: string) {
  const allowed = allowedTargetsOf(text);
  return allowed.kind === 'targets' ? allowed.targets : undefined;
}
const domainCheck = () => ({
  frontHosts: [{ host: ADDRESS, port: setUp.front.port }],
  authorities: ['letsencrypt.org'],
});

beforeAll(async () => {
  setUp = await startSetUp();
  dns = await setUp.prepare();
  dns.set(DOMAIN, 'CNAME');
  dns.set(DOMAIN, 'A', ADDRESS);
  const outboundAllowed = allow(`${ADDRESS}:${setUp.front.port}`);
  api = await startApi({
    settings: { dnsServers: [dns.address], outboundAllowed, domainCheck: domainCheck() },
  });
  place = await newPlace(api, 'team');
});
afterAll(async () => {
  await api.close();
  await dns.close();
  await setUp.front.close();
});

const check = (zoneId: string, language = 'en', person = place.person) =>
  person.ask<CheckAnswer & ErrorAnswer>('GET', `${place.path}/${zoneId}/check`, undefined, {
    'accept-language': language,
  });

async function shown(zoneId: string): Promise<Shown | undefined> {
  const { body } = await place.person.ask<{ user: Shown[] }>('GET', place.path);
  return body.user.find(({ id }) => id === zoneId);
}

async function addVerified(domain: string) {
  const { zone } = (await place.add(domain)).body;
  dns.set(zone.verification.name, 'TXT', [zone.verification.value]);
  await place.person.ask<ZoneAnswer>('POST', `${place.path}/${zone.id}/verify`);
  return zone;
}

test('a check tells every member what to set, in their language, and stays with the domain', async () => {
  const { zone } = (await place.add('go.unset.example')).body;
  dns.set('unset.example', 'NS', 'ns.unset.example');
  expect(await shown(zone.id)).toMatchObject({ checkedAt: null, problems: [] });
  const viewer = await signIn(api, { [place.workspaceId]: 'viewer' });
  const { status, headers, body } = await check(zone.id, 'de', viewer);
  expect([status, headers.get('content-language')]).toEqual([200, 'de']);
  expect(body.check).toMatchObject({
    isReady: false,
    findings: [
      { code: 'txt_missing', records: [zone.verification], message: /^Der TXT-Eintrag/ },
      {
        code: 'address_missing',
        records: [{ type: 'A', name: 'go.unset.example', value: ADDRESS }],
        message: 'go.unset.example hat keinen Eintrag, der zu diesem Dienst führt.',
      },
    ].map((finding) =>
      finding.message instanceof RegExp
        ? { ...finding, message: expect.stringMatching(finding.message) as string }
        : finding,
    ),
    certificate: null,
  });
  expect(await shown(zone.id)).toMatchObject({
    checkedAt: expect.any(String) as string,
    problems: ['txt_missing', 'address_missing'],
    tlsState: 'pending',
  });
});

test('nobody checks a domain of another workspace', async () => {
  const { zone } = (await place.add('go.ours.example')).body;
  const asked = dns.asked.length;
  const stranger = await newPlace(api);
  const answered = await stranger.person.ask<ErrorAnswer>('GET', `${stranger.path}/${zone.id}/check`);
  expect(codeOf(answered)).toEqual([404, 'NOT_FOUND']);
  expect(codeOf(await check(zone.id, 'en', stranger.person))).toEqual([404, 'NOT_FOUND']);
  expect(dns.asked).toHaveLength(asked);
});

test('tlsState says which certificate was seen, each hour; the domain goes on serving without', async () => {
  const zone = await addVerified(DOMAIN);
  dns.set('brand.example', 'NS', 'ns.brand.example');
  const { body } = await check(zone.id);
  expect(body.check.findings.map(({ code }) => code)).toEqual(['tls_untrusted']);
  expect(await shown(zone.id)).toMatchObject({ tlsState: 'failed' });

  const outbound = makeOutbound({ allowed: allow(`${ADDRESS}:${setUp.front.port}`), ca: setUp.ca });
  const checkDomain = openCheckDomain(
    { outbound, clock: systemClock },
    { dnsServers: [dns.address], domainCheck: domainCheck() },
  );
  const metrics = makeMetrics();
  const watch = watchSetUps({ db: api.db, log, metrics, checkDomain });
  const lookAgain = async () => {
    await api.db
      .updateTable('zones')
      .set({ next_check: new Date(0) })
      .where('id', '=', zone.id)
      .execute();
    expect(await watch.checkDue()).toBeGreaterThanOrEqual(1);
    return shown(zone.id);
  };
  const begun = Date.now();
  expect(await lookAgain()).toMatchObject({ tlsState: 'provisioned', problems: [] });
  const { next_check: next } = await api.db
    .selectFrom('zones')
    .select('next_check')
    .where('id', '=', zone.id)
    .executeTakeFirstOrThrow();
  // a claim whose check was not stored would be due sooner
  expect(next?.getTime()).toBeGreaterThanOrEqual(begun + 0.9 * 3_600_000);
  setUp.front.set(DOMAIN, { kind: 'none' });
  const broken = { tlsState: 'failed', problems: ['tls_missing'], isEnabled: true };
  expect(await lookAgain()).toMatchObject(broken);
  expect(await lookAgain()).toMatchObject(broken);
  const told = events.filter(({ event }) => event === 'domain_set_up').map(({ state }) => state);
  expect(told).toEqual(['ready', 'broken']);
  expect(await metrics.text()).toContain('kurz_api_domain_set_ups_total{state="broken"} 2');
  const link = { url: 'https://a.example/', zoneDomain: DOMAIN };
  expect((await api.fetchJson('POST', '/urls', { body: link, token: place.token })).status).toBe(201);
  outbound.close();
});

test('a domain that is switched on again is no longer said to be off, and is looked at anew', async () => {
  const zone = await addVerified('go.switched.example');
  await place.edit(zone.id, { isEnabled: false });
  await check(zone.id);
  expect((await shown(zone.id))?.problems).toContain('domain_disabled');
  await api.db.updateTable('zones').set({ next_check: null }).where('id', '<>', zone.id).execute();
  const { body } = await place.edit(zone.id, { isEnabled: true });
  expect(body.zone).toMatchObject({ isEnabled: true, problems: ['address_missing'] });
  expect((await takeDueZones(api.db, { claimHours: 1, most: 10 })).map(({ id }) => id)).toEqual([zone.id]);

  await place.edit(zone.id, { isEnabled: false });
  await check(zone.id);
  await setZoneEnabled(api.db, zone.domain, true);
  expect(await shown(zone.id)).toMatchObject({ isEnabled: true, problems: ['address_missing'] });
  expect((await takeDueZones(api.db, { claimHours: 1, most: 10 })).map(({ id }) => id)).toEqual([zone.id]);
});

test('a domain that has just been proven is not said to lack its proof', async () => {
  const { zone } = (await place.add('go.just-proven.example')).body;
  dns.set('just-proven.example', 'NS', 'ns.just-proven.example');
  await check(zone.id);
  expect((await shown(zone.id))?.problems).toEqual(['txt_missing', 'address_missing']);
  dns.set(zone.verification.name, 'TXT', [zone.verification.value]);
  const { body } = await place.person.ask<ZoneAnswer>('POST', `${place.path}/${zone.id}/verify`);
  expect(body.zone).toMatchObject({ ownershipState: 'verified', problems: ['address_missing'] });
});

test('of several processes one looks at a domain, within an hour and a tenth', async () => {
  const zone = await addVerified('go.due.example');
  await api.db.updateTable('zones').set({ next_check: null }).where('id', '<>', zone.id).execute();
  await api.db
    .updateTable('zones')
    .set({ next_check: new Date(0) })
    .where('id', '=', zone.id)
    .execute();
  const take = () => takeDueZones(api.db, { claimHours: 1, most: 10 });
  const taken = await Promise.all([take(), take(), take()]);
  expect(taken.flat().map(({ id }) => id)).toEqual([zone.id]);
  const { next_check: next } = await api.db
    .selectFrom('zones')
    .select('next_check')
    .where('id', '=', zone.id)
    .executeTakeFirstOrThrow();
  expect((next?.getTime() ?? 0) - Date.now()).toBeLessThanOrEqual(1.1 * 3_600_000);
});

test('a claim is not looked at, nor a domain that another has proven since', async () => {
  const { zone } = (await place.add('go.claimed-only.example')).body;
  await api.db
    .updateTable('zones')
    .set({ next_check: new Date(0) })
    .where('id', '=', zone.id)
    .execute();
  expect(await takeDueZones(api.db, { claimHours: 1, most: 10 })).toEqual([]);
  await setOwnership(api, zone.id, 'verified');
  expect((await takeDueZones(api.db, { claimHours: 1, most: 10 })).map(({ id }) => id)).toEqual([zone.id]);
});
