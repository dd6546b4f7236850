import { openTestDatabase, type TestDatabase } from '@kurz/backends';
import { openDatabase, type Database } from '@kurz/database';
import { createUser } from '../../../services/api/src/people/create-user';
import { createZone, type NewZone } from '../../../services/api/src/zones/create-zone';
import { listZones } from '../../../services/api/src/zones/list-zones';
import { renameZone } from '../../../services/api/src/zones/rename-zone';
import { setSharedDefault } from '../../../services/api/src/zones/set-shared-default';
import { setZoneEnabled } from '../../../services/api/src/zones/set-zone-enabled';
import { LENIENT_TIMEOUTS } from '../../fixture-database';

let postgres: TestDatabase;
let database: Database;
let workspaceId = '';

beforeAll(async () => {
  postgres = await openTestDatabase();
  database = openDatabase({ ...postgres.options, ...LENIENT_TIMEOUTS });
  const user = await createUser(database.db, { email: 'owner@example.com' });
  if (user.kind === 'created') workspaceId = user.personalWorkspaceId;
});
afterAll(async () => {
  await database.close();
  await postgres.close();
});

async function newZone(zone: NewZone): Promise<string> {
  const outcome = await createZone(database.db, zone);
  if (outcome.kind !== 'created') throw new Error(outcome.kind);
  return outcome.zoneId;
}

const zoneWith = async (zoneId: string) =>
  (await listZones(database.db)).find((zone) => zone.zoneId === zoneId);

/** The number of the zone's pending changes. */
async function changesOf(zoneId: string): Promise<number> {
  const rows = await database.db
    .selectFrom('link_changes')
    .select('slug')
    .where('zone_id', '=', zoneId)
    .execute();
  expect(rows.every(({ slug }) => slug === null)).toBe(true);
  return rows.length;
}

test('a shared domain is stored in its normal form and published to the redirectors', async () => {
  const zoneId = await newZone({ domain: ' GO.Example.com. ', zoneType: 'global' });
  expect(await zoneWith(zoneId)).toEqual({
    zoneId,
    domain: 'go.example.com',
    name: 'go.example.com',
    zoneType: 'global',
    workspaceId: null,
    isEnabled: true,
    isDefault: true,
    tlsState: null,
    ownershipState: null,
    rootRedirectUrl: '',
  });
  expect(await changesOf(zoneId)).toBe(1);
});

test.each([
  [true, 'verified'],
  [false, 'pending'],
])('a custom domain whose ownership is known (%s) is %s', async (isVerified, ownershipState) => {
  const zoneId = await newZone({
    domain: `${ownershipState}.example.org`,
    zoneType: 'user',
    workspaceId,
    isVerified,
  });
  expect(await zoneWith(zoneId)).toMatchObject({ workspaceId, ownershipState, tlsState: 'pending' });
});

test('a domain is taken once, in whatever spelling', async () => {
  await newZone({ domain: 'münchen.example', zoneType: 'global' });
  const zone = { domain: 'XN--MNCHEN-3YA.example', zoneType: 'user', workspaceId, isVerified: true } as const;
  expect(await createZone(database.db, zone)).toEqual({ kind: 'taken' });
});

test('what is no domain, or for no workspace, is refused and leaves no change', async () => {
  const before = await database.db.selectFrom('link_changes').select('id').execute();
  expect(await createZone(database.db, { domain: 'a/b', zoneType: 'global' })).toEqual({
    kind: 'bad_domain',
  });
  const zone = {
    domain: 'x.example',
    zoneType: 'user',
    workspaceId: 'ws_unknown',
    isVerified: true,
  } as const;
  expect(await createZone(database.db, zone)).toEqual({ kind: 'no_such_workspace' });
  expect(await database.db.selectFrom('link_changes').select('id').execute()).toEqual(before);
});

test('there is one default: the newest that was made so', async () => {
  const first = await newZone({ domain: 'one.example', zoneType: 'global', isDefault: true });
  const second = await newZone({ domain: 'two.example', zoneType: 'global', isDefault: true });
  expect(await zoneWith(first)).toMatchObject({ isDefault: false });
  expect(await zoneWith(second)).toMatchObject({ isDefault: true });
  const taken = { domain: 'one.example', zoneType: 'global', isDefault: true } as const;
  expect(await createZone(database.db, taken)).toEqual({ kind: 'taken' });
  expect(await zoneWith(second)).toMatchObject({ isDefault: true });
});

const defaultDomains = async () =>
  (await listZones(database.db)).filter(({ isDefault }) => isDefault).map(({ domain }) => domain);

test('where there is no default, the next shared domain becomes it, though several come at once', async () => {
  await database.db.updateTable('zones').set({ is_default: false }).execute();
  await newZone({ domain: 'own.example', zoneType: 'user', workspaceId, isVerified: true });
  expect(await defaultDomains()).toEqual([]);
  const domains = ['a.next.example', 'b.next.example', 'c.next.example'];
  await Promise.all(domains.map((domain) => newZone({ domain, zoneType: 'global' })));
  const made = await defaultDomains();
  expect(made).toHaveLength(1);
  expect(domains).toContain(made[0]);
});

test('the default moves to any shared domain that is enabled, though two move it at once', async () => {
  const zoneId = await newZone({ domain: 'left.example', zoneType: 'global' });
  await newZone({ domain: 'right.example', zoneType: 'global' });
  expect(await setSharedDefault(database.db, 'LEFT.example')).toEqual({ kind: 'changed', zoneId });
  expect(await defaultDomains()).toEqual(['left.example']);
  const moved = ['left', 'right', 'left', 'right'].map((name) =>
    setSharedDefault(database.db, `${name}.example`),
  );
  expect((await Promise.all(moved)).map(({ kind }) => kind)).toEqual(moved.map(() => 'changed'));
  expect(await defaultDomains()).toHaveLength(1);
});

test('a domain that is unknown, disabled or a workspace’s own does not become the default', async () => {
  await newZone({ domain: 'dark.example', zoneType: 'global' });
  await setZoneEnabled(database.db, 'dark.example', false);
  await newZone({ domain: 'custom.example', zoneType: 'user', workspaceId, isVerified: true });
  const before = await defaultDomains();
  const kindOf = async (domain: string) => (await setSharedDefault(database.db, domain)).kind;
  expect(await kindOf('nowhere.example')).toBe('no_such_zone');
  expect(await kindOf('a/b')).toBe('no_such_zone');
  expect(await kindOf('dark.example')).toBe('disabled');
  expect(await kindOf('custom.example')).toBe('not_shared');
  expect(await defaultDomains()).toEqual(before);
});

test('switching a domain off and on is published each time', async () => {
  const zoneId = await newZone({ domain: 'switch.example', zoneType: 'global' });
  expect(await setZoneEnabled(database.db, 'SWITCH.example', false)).toMatchObject({ kind: 'changed' });
  expect(await zoneWith(zoneId)).toMatchObject({ isEnabled: false });
  expect(await setZoneEnabled(database.db, 'switch.example', true)).toMatchObject({ kind: 'changed' });
  expect(await zoneWith(zoneId)).toMatchObject({ isEnabled: true });
  expect(await changesOf(zoneId)).toBe(3);
  for (const domain of ['unknown.example', 'a/b']) {
    expect(await setZoneEnabled(database.db, domain, true)).toEqual({ kind: 'no_such_zone' });
  }
});

test('a renamed zone keeps its id, is published, and its name follows only where it was the domain', async () => {
  const zoneId = await newZone({ domain: 'localhost:3000', zoneType: 'global' });
  expect(await renameZone(database.db, zoneId, 'LOCALHOST:4000')).toEqual({ kind: 'changed' });
  expect(await zoneWith(zoneId)).toMatchObject({ domain: 'localhost:4000', name: 'localhost:4000' });
  await database.db.updateTable('zones').set({ name: 'Mine' }).where('id', '=', zoneId).execute();
  await renameZone(database.db, zoneId, 'localhost:5000');
  expect(await zoneWith(zoneId)).toMatchObject({ domain: 'localhost:5000', name: 'Mine' });
  expect(await changesOf(zoneId)).toBe(3);
});

test('a zone is not renamed to what is taken or no domain, nor one that is not there', async () => {
  const zoneId = await newZone({ domain: 'before.example', zoneType: 'global' });
  await newZone({ domain: 'other.example', zoneType: 'global' });
  expect(await renameZone(database.db, zoneId, 'other.example')).toEqual({ kind: 'taken' });
  expect(await renameZone(database.db, zoneId, 'a/b')).toEqual({ kind: 'bad_domain' });
  expect(await renameZone(database.db, 'zon_unknown', 'free.example')).toEqual({ kind: 'no_such_zone' });
  expect(await zoneWith(zoneId)).toMatchObject({ domain: 'before.example' });
  expect(await changesOf(zoneId)).toBe(1);
});
