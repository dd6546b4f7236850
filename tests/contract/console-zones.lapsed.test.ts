// A domain without links whose record has been missing for more than 7 days goes to the next workspace to verify it.

import { createZone } from '@kurz/api';
import { sql } from 'kysely';
import { codeOf, newPlace, type Place, type Zone, type ZoneAnswer } from './custom-domains';
import { startApi, type TestApi } from './start-api';
import { startDnsServer, type TestDnsServer } from './start-dns-server';

let api: TestApi;
let dns: TestDnsServer;
beforeAll(async () => {
  dns = await startDnsServer();
  api = await startApi({ settings: { dnsServers: [dns.address] } });
});
afterAll(async () => {
  await api.close();
  await dns.close();
});

const missingFor = (zoneId: string, days: number) =>
  sql`UPDATE zones SET proof_missing_since = now() - ${days} * interval '1 day' WHERE id = ${zoneId}`.execute(
    api.db,
  );

const verify = ({ person, path }: Place, zoneId: string) =>
  person.ask<ZoneAnswer>('POST', `${path}/${zoneId}/verify`);

const setRecordAndVerify = (place: Place, { id, verification }: Pick<Zone, 'id' | 'verification'>) => {
  dns.setTxt(verification.name, [verification.value]);
  return verify(place, id);
};

async function lapsed(domain: string, days = 8) {
  const [old, next] = [await newPlace(api), await newPlace(api)];
  const { zone } = (await old.add(domain)).body;
  expect((await setRecordAndVerify(old, zone)).body.zone.ownershipState).toBe('verified');
  await old.edit(zone.id, { rootRedirectURL: 'https://old.example/' });
  await missingFor(zone.id, days);
  return { old, next, zone };
}

test('the old zone becomes a claim that serves nothing, and redirectors and its audit log hear of it', async () => {
  const { old, next, zone } = await lapsed('lapsed.example');
  const added = await next.add('lapsed.example');
  expect(added.status).toBe(201);
  // an unverified claim takes nothing
  expect((await old.list()).user[0]?.ownershipState).toBe('verified');
  const verified = await setRecordAndVerify(next, added.body.zone);
  expect([verified.status, verified.body.zone.ownershipState]).toEqual([200, 'verified']);
  expect((await old.list()).user).toMatchObject([{ ownershipState: 'pending', rootRedirectURL: '' }]);
  expect((await old.list()).user[0]?.verification.value).not.toBe(zone.verification.value);
  expect(codeOf(await verify(old, zone.id))).toEqual([409, 'DOMAIN_TAKEN']);
  const { user_id: userId, actor_kind: kind } = await api.db
    .selectFrom('audit_events')
    .select(['user_id', 'actor_kind'])
    .where('action', '=', 'zone.unproven')
    .where('subject_id', '=', zone.id)
    .where('workspace_id', '=', old.workspaceId)
    .executeTakeFirstOrThrow();
  expect([userId, kind]).toEqual([null, 'system']);
});

test('a claim that was there before is proven too, and the operator’s word is a proof', async () => {
  const { old, next, zone } = await lapsed('vouched.example', 0);
  await missingFor(zone.id, 8);
  const made = await createZone(api.db, {
    domain: 'vouched.example',
    zoneType: 'user',
    workspaceId: next.workspaceId,
    isVerified: true,
  });
  expect(made.kind).toBe('created');
  expect((await old.list()).user).toMatchObject([{ ownershipState: 'pending' }]);
});

test('a domain whose record has been missing for less than 7 days, or that has links, stays its workspace’s', async () => {
  const { next } = await lapsed('recent.example', 6);
  expect(codeOf(await next.add('recent.example'))).toEqual([409, 'DOMAIN_TAKEN']);
  const used = await lapsed('used.example', 0);
  await missingFor(used.zone.id, 8);
  const claim = (await used.next.add('used.example')).body.zone;
  const body = { url: 'https://a.example/', slug: 'used', zoneDomain: 'used.example' };
  expect((await api.fetchJson('POST', '/urls', { token: used.old.token, body })).status).toBe(201);
  expect(codeOf(await setRecordAndVerify(used.next, claim))).toEqual([409, 'DOMAIN_TAKEN']);
  expect(codeOf(await (await newPlace(api)).add('used.example'))).toEqual([409, 'DOMAIN_TAKEN']);
});

test('a domain for which the operator vouched is never looked for, and does not lapse', async () => {
  const [old, next] = [await newPlace(api), await newPlace(api)];
  await old.addVerified('sure.example');
  expect(codeOf(await next.add('sure.example'))).toEqual([409, 'DOMAIN_TAKEN']);
});
