// Domains that workspaces claim without verification do not block other workspaces.

import type { Database } from '@kurz/database';
import { createUser } from '../../../services/api/src/people/create-user';
import { findOwnDomains } from '../../../services/api/src/zones/find-own-domains';
import { setLinkUnsafe } from '../../../services/api/src/links/set-link-flag';
import { createZone } from '../../../services/api/src/zones/create-zone';
import { listPermittedDomains } from '../../../services/api/src/zones/permitted-domains';
import { listZones } from '../../../services/api/src/zones/list-zones';
import { makePermitCertificate } from '../../../services/api/src/zones/permit-certificate';
import { removeZone } from '../../../services/api/src/zones/remove-zone';
import { setZoneEnabled } from '../../../services/api/src/zones/set-zone-enabled';
import { openLenientDatabase } from '../../fixture-database';

let database: Database;
beforeAll(async () => {
  database = await openLenientDatabase();
});
afterAll(() => database.close());

let people = 0;
async function newWorkspace(): Promise<string> {
  const user = await createUser(database.db, { email: `claimant-${++people}@example.com` });
  if (user.kind !== 'created') throw new Error(user.kind);
  return user.personalWorkspaceId;
}

async function add(domain: string, workspaceId?: string, isVerified = false): Promise<string> {
  const outcome = await createZone(
    database.db,
    workspaceId === undefined
      ? { domain, zoneType: 'global' }
      : { domain, zoneType: 'user', workspaceId, isVerified },
  );
  if (outcome.kind !== 'created') throw new Error(outcome.kind);
  return outcome.zoneId;
}

const addLink = (zoneId: string, workspaceId: string, slug: string) =>
  database.db
    .insertInto('links')
    .values({
      id: `lnk_${slug}`,
      workspace_id: workspaceId,
      zone_id: zoneId,
      slug,
      url: 'https://a.example/',
      location: 'https://a.example/',
    })
    .execute();

const statesOf = async (domain: string) =>
  (await listZones(database.db))
    .filter((zone) => zone.domain === domain)
    .map(({ ownershipState }) => ownershipState ?? 'shared')
    .sort();

const publishedOf = async (zoneId: string) =>
  (await database.db.selectFrom('link_changes').select('id').where('zone_id', '=', zoneId).execute()).length;

test('the operator adds a shared or verified domain beside mere claims, the workspace’s own included', async () => {
  const [squatter, owner] = [await newWorkspace(), await newWorkspace()];
  await add('go.shared.example', squatter);
  await add('go.shared.example');
  expect(await statesOf('go.shared.example')).toEqual(['pending', 'shared']);
  await add('go.own.example', squatter);
  const claim = await add('go.own.example', owner);
  expect(await add('go.own.example', owner, true)).toBe(claim);
  expect(await statesOf('go.own.example')).toEqual(['pending', 'verified']);
});

test('of operators who give a domain to different workspaces at once, one succeeds', async () => {
  for (let round = 0; round < 5; round++) {
    const domain = `round-${round}.given.example`;
    const workspaces = await Promise.all(Array.from({ length: 4 }, () => newWorkspace()));
    const outcomes = await Promise.all([
      ...workspaces.map((workspaceId) =>
        createZone(database.db, { domain, zoneType: 'user', workspaceId, isVerified: true }),
      ),
      createZone(database.db, { domain, zoneType: 'global' }),
    ]);
    expect(outcomes.map(({ kind }) => kind).sort()).toEqual(['created', ...Array<string>(4).fill('taken')]);
    expect(await statesOf(domain)).toHaveLength(1);
  }
});

test('a claim has no certificate and forbids no destination; beside it the proven domain has and does', async () => {
  const [squatter, owner] = [await newWorkspace(), await newWorkspace()];
  const permit = makePermitCertificate({ db: database.db, remembered: { wasPermitted: () => false } });
  const ask = async (domain: string) => (await permit(domain)).kind;
  const claim = await add('go.looked-up.example', squatter);
  expect(await ask('go.looked-up.example')).toBe('refused');
  expect(await findOwnDomains(database.db, ['go.looked-up.example'])).toEqual(new Set());
  const verified = await add('go.looked-up.example', owner, true);
  expect(await ask('go.looked-up.example')).toBe('permitted');
  expect(await findOwnDomains(database.db, ['go.looked-up.example'])).toEqual(
    new Set(['go.looked-up.example']),
  );
  expect((await listPermittedDomains(database.db, 1_000)).filter((name) => name.includes('looked'))).toEqual([
    'go.looked-up.example',
  ]);
  await setZoneEnabled(database.db, 'go.looked-up.example', false);
  const zones = await listZones(database.db);
  const isEnabled = (id: string) => zones.find(({ zoneId }) => zoneId === id)?.isEnabled;
  expect([isEnabled(claim), isEnabled(verified)]).toEqual([true, false]);
  expect(await ask('go.looked-up.example')).toBe('refused');
});

test('proven domains are published to redirectors, claims are not', async () => {
  expect(await publishedOf(await add('go.told.example', await newWorkspace()))).toBe(0);
  expect(await publishedOf(await add('go.told.example', await newWorkspace(), true))).toBe(1);
});

test('a domain without links is removed, published, and free; one claim of several has to be named', async () => {
  const [one, two] = [await newWorkspace(), await newWorkspace()];
  const claim = await add('go.removed.example', one);
  await add('go.removed.example', two);
  const remove = (workspaceId?: string) =>
    removeZone(database.db, 'GO.removed.example', { workspaceId, keepLinks: false });
  expect(await remove()).toEqual({ kind: 'several' });
  expect(await remove(one)).toEqual({ kind: 'removed', zoneId: claim });
  const verified = await add('go.removed.example', one, true);
  expect(await remove()).toEqual({ kind: 'removed', zoneId: verified });
  expect(await publishedOf(verified)).toBe(2);
  expect(await statesOf('go.removed.example')).toEqual(['pending']);
  expect(await remove(one)).toEqual({ kind: 'no_such_zone' });
});

test('a domain with links stays, or becomes a claim that needs a new record and leaves the domain to others', async () => {
  const [old, next] = [await newWorkspace(), await newWorkspace()];
  const zoneId = await add('go.handed-on.example', old, true);
  await addLink(zoneId, old, 'resting');
  const remove = (keepLinks: boolean) => removeZone(database.db, 'go.handed-on.example', { keepLinks });
  const tokenOf = async () =>
    (
      await database.db
        .selectFrom('zones')
        .select('ownership_token')
        .where('id', '=', zoneId)
        .executeTakeFirstOrThrow()
    ).ownership_token;
  const token = await tokenOf();
  expect(await remove(false)).toEqual({ kind: 'has_links' });
  expect(await statesOf('go.handed-on.example')).toEqual(['verified']);
  expect(await remove(true)).toEqual({ kind: 'unverified', zoneId });
  expect(await tokenOf()).not.toBe(token);
  expect(await publishedOf(zoneId)).toBe(2);
  const nextZone = await add('go.handed-on.example', next, true);
  await addLink(nextZone, next, 'serving');
  // the operator flags the link that visitors get
  await database.db
    .updateTable('links')
    .set({ slug: 'same' })
    .where('zone_id', 'in', [zoneId, nextZone])
    .execute();
  expect(await setLinkUnsafe(database.db, 'go.handed-on.example', 'same', true)).toMatchObject({
    linkId: 'lnk_serving',
  });
});

test('neither the default nor a shared domain with links is removed', async () => {
  const workspaceId = await newWorkspace();
  const zoneId = await add('shared-with-links.example');
  const dropDefault = () => database.db.updateTable('zones').set({ is_default: false }).execute();
  await dropDefault();
  await database.db.updateTable('zones').set({ is_default: true }).where('id', '=', zoneId).execute();
  const remove = () => removeZone(database.db, 'shared-with-links.example', { keepLinks: true });
  expect(await remove()).toEqual({ kind: 'is_default' });
  await dropDefault();
  await addLink(zoneId, workspaceId, 'shared');
  expect(await remove()).toEqual({ kind: 'shared_with_links' });
});
