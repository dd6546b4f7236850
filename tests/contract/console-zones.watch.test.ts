// Verified domains are checked again: later results of the DNS are logged and shown, and the domains go on serving.

import { makeMetrics, type Log } from '@kurz/process';
import { sql } from 'kysely';
import { makeResolveTxt } from '../../services/api/src/zones/resolve-txt';
import { watchDomains } from '../../services/api/src/zones/watch-domains';
import { until } from '../until';
import { newPlace, type Place, type ZoneAnswer } from './custom-domains';
import { startApi, type TestApi } from './start-api';
import { startDnsServer, type TestDnsServer } from './start-dns-server';

type Seen = { id: string; lastSeenAt: string | null; missingSince: string | null; ownershipState: string };

let dns: TestDnsServer;
let api: TestApi;
let place: Place;
let domains = 0;
const events: { event?: string; zoneId?: string }[] = [];

beforeAll(async () => {
  dns = await startDnsServer();
  api = await startApi({ settings: { dnsServers: [dns.address] } });
  place = await newPlace(api, 'team');
});
afterAll(async () => {
  await api.close();
  await dns.close();
});
afterEach(() => dns.behave('answer'));

const note = (fields: unknown) => void events.push(fields as { event?: string });
const log: Log = { debug: note, info: note, warn: note, error: note };
const watch = (metrics = makeMetrics(), resolveTxt = makeResolveTxt([dns.address])) =>
  watchDomains({ db: api.db, log, metrics, resolveTxt }, { everyHours: 24 });

/** A process that stalls with the name server's answer until `goOn`. */
function startHeldWatch() {
  const ask = makeResolveTxt([dns.address]);
  let goOn = (): void => undefined;
  const wakes = new Promise<void>((resolve) => {
    goOn = resolve;
  });
  let hasAnswer = false;
  const held = watch(makeMetrics(), async (name) => {
    const answer = await ask(name);
    hasAnswer = true;
    await wakes;
    return answer;
  });
  return { looked: held.checkDue(), stands: () => until(() => hasAnswer), goOn };
}

async function addVerified() {
  const { zone } = (await place.add(`go.watched-${++domains}.example`)).body;
  dns.setTxt(zone.verification.name, [zone.verification.value]);
  await place.person.ask<ZoneAnswer>('POST', `${place.path}/${zone.id}/verify`);
  return zone;
}

const makeDue = (zoneId: string) =>
  api.db
    .updateTable('zones')
    .set({ next_proof_check: new Date(0) })
    .where('id', '=', zoneId)
    .execute();

async function shown(zoneId: string): Promise<Seen | undefined> {
  const { body } = await place.person.ask<{ user: Seen[] }>('GET', place.path);
  return body.user.find(({ id }) => id === zoneId);
}

const eventsOf = (zoneId: string) =>
  events.filter((fields) => fields.zoneId === zoneId).map(({ event }) => event);

test('a domain that lost its record is told of once, shows since when, and stays verified; then it is back', async () => {
  const zone = await addVerified();
  expect(await shown(zone.id)).toMatchObject({
    lastSeenAt: expect.any(String) as string,
    missingSince: null,
  });
  dns.setTxt(zone.verification.name);
  for (let round = 0; round < 2; round++) {
    await makeDue(zone.id);
    expect(await watch().checkDue()).toBe(1);
  }
  expect(eventsOf(zone.id)).toEqual(['domain_proof_missing']);
  const missing = await shown(zone.id);
  expect(missing).toMatchObject({
    ownershipState: 'verified',
    missingSince: expect.any(String) as string,
  });
  const body = { url: 'https://a.example/', zoneDomain: zone.domain };
  expect((await api.fetchJson('POST', '/urls', { body, token: place.token })).status).toBe(201);
  dns.setTxt(zone.verification.name, [zone.verification.value]);
  await makeDue(zone.id);
  await watch().checkDue();
  expect(await shown(zone.id)).toMatchObject({ missingSince: null });
  expect(eventsOf(zone.id)).toEqual(['domain_proof_missing', 'domain_proof_back']);
});

test('a name server that does not answer says nothing, and is asked again sooner', async () => {
  const zone = await addVerified();
  await makeDue(zone.id);
  dns.behave('fail');
  await watch().checkDue();
  expect(eventsOf(zone.id)).toEqual([]);
  expect(await shown(zone.id)).toMatchObject({ missingSince: null });
  const { next_proof_check: next } = await api.db
    .selectFrom('zones')
    .select('next_proof_check')
    .where('id', '=', zone.id)
    .executeTakeFirstOrThrow();
  expect((next?.getTime() ?? 0) - Date.now()).toBeLessThanOrEqual(3_600_000);
});

test('a look whose result PostgreSQL refuses is due again within the hour, and keeps that of no other', async () => {
  const zones = [await addVerified(), await addVerified(), await addVerified()];
  for (const { id, verification } of zones) {
    dns.setTxt(verification.name);
    await makeDue(id);
  }
  const refused = zones[1]?.id ?? '';
  await sql`
    CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RAISE EXCEPTION ''a fault''; END'`.execute(
    api.db,
  );
  await sql`
    CREATE TRIGGER refuse BEFORE UPDATE OF proof_missing_since ON zones FOR EACH ROW
    WHEN (NEW.id = ${sql.lit(refused)}) EXECUTE FUNCTION refuse()`.execute(api.db);
  try {
    await expect(watch().checkDue()).rejects.toThrow('a fault');
  } finally {
    await sql`DROP FUNCTION refuse CASCADE`.execute(api.db);
  }
  expect(zones.map(({ id }) => eventsOf(id))).toEqual([
    ['domain_proof_missing'],
    [],
    ['domain_proof_missing'],
  ]);
  const { rows } = await sql<{ id: string }>`
    SELECT id FROM zones WHERE next_proof_check <= now() + interval '1 hour' AND id = ANY(${zones.map(({ id }) => id)})`.execute(
    api.db,
  );
  expect(rows).toEqual([{ id: refused }]);
  await makeDue(refused);
  expect(await watch().checkDue()).toBe(1);
  expect(eventsOf(refused)).toEqual(['domain_proof_missing']);
});

test.each(['missing', 'seen'] as const)(
  'a process that stood still past its claim overwrites nothing with a proof that was %s',
  async (found) => {
    const zone = await addVerified();
    const { name, value } = zone.verification;
    const setRecord = (isThere: boolean) => dns.setTxt(name, ...(isThere ? [[value]] : []));
    setRecord(found === 'seen');
    await makeDue(zone.id);
    const held = startHeldWatch();
    await held.stands();
    setRecord(found === 'missing');
    await makeDue(zone.id);
    expect(await watch().checkDue()).toBe(1);
    const [before, told] = [await shown(zone.id), eventsOf(zone.id)];
    held.goOn();
    expect(await held.looked).toBe(1);
    expect(await shown(zone.id)).toEqual(before);
    expect(eventsOf(zone.id)).toEqual(told);
  },
);

test('of several processes one looks at a domain, and none before it is due', async () => {
  const zones = [];
  for (let index = 0; index < 6; index++) zones.push(await addVerified());
  for (const { id } of zones) await makeDue(id);
  const before = dns.asked.length;
  const checked = await Promise.all([watch(), watch(), watch()].map(({ checkDue }) => checkDue()));
  expect(checked.reduce((sum, count) => sum + count, 0)).toBe(zones.length);
  expect(dns.asked.length - before).toBe(zones.length);
  expect(await watch().checkDue()).toBe(0);
});

test('a domain that the operator vouched for, and a mere claim, are not looked at', async () => {
  const { workspaceId } = place;
  await api.addZone({ domain: 'go.vouched.example', zoneType: 'user', workspaceId, isVerified: true });
  await place.add('go.only-claimed.example');
  expect(await watch().checkDue()).toBe(0);
});

test('what was found is counted, and each finding begins at 0', async () => {
  const metrics = makeMetrics();
  const { checkDue } = watch(metrics);
  const count = async (found: string) =>
    new RegExp(`^kurz_api_domain_checks_total\\{found="${found}"\\} (.*)$`, 'm').exec(
      await metrics.text(),
    )?.[1];
  expect([await count('seen'), await count('missing'), await count('unanswered')]).toEqual(['0', '0', '0']);
  await makeDue((await addVerified()).id);
  await checkDue();
  expect(await count('seen')).toBe('1');
});
