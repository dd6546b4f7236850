// A change of a domain is published to the redirectors once when it affects visitors, and otherwise never, because each
// message makes every redirector read the zone again.

import { openTestDatabase, type TestDatabase } from '@kurz/backends';
import { openDatabase, type Database } from '@kurz/database';
import { createUser } from '../../../services/api/src/people/create-user';
import { SYSTEM } from '../../../services/api/src/audit/audit-event';
import { suspendWorkspace } from '../../../services/api/src/workspaces/suspend-workspace';
import { createZone } from '../../../services/api/src/zones/create-zone';
import { findOwnZone } from '../../../services/api/src/zones/own-zone-rows';
import { markZoneVerified } from '../../../services/api/src/zones/mark-zone-verified';
import { removeOwnZone } from '../../../services/api/src/zones/remove-own-zone';
import { removeZone } from '../../../services/api/src/zones/remove-zone';
import { renameZone } from '../../../services/api/src/zones/rename-zone';
import { setDefaultZone } from '../../../services/api/src/zones/set-default-zone';
import { setSharedDefault } from '../../../services/api/src/zones/set-shared-default';
import { setZoneEnabled } from '../../../services/api/src/zones/set-zone-enabled';
import { updateOwnZone } from '../../../services/api/src/zones/update-own-zone';
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

let domains = 0;
/** A domain of the workspace, verified or only claimed. */
async function addZone({ isVerified = true } = {}) {
  const domain = `go${++domains}.example`;
  const outcome = await createZone(database.db, { domain, zoneType: 'user', workspaceId, isVerified });
  if (outcome.kind !== 'created') throw new Error(outcome.kind);
  return { id: outcome.zoneId, domain };
}

/** The zones that `change` enqueues in the outbox, one entry per message. */
async function publishedBy(change: () => Promise<unknown>): Promise<string[]> {
  await database.db.deleteFrom('link_changes').execute();
  await change();
  const rows = await database.db.selectFrom('link_changes').select(['zone_id', 'slug']).execute();
  expect(rows.filter(({ slug }) => slug !== null)).toEqual([]);
  return rows.map((row) => row.zone_id);
}

const verify = async (zoneId: string) => {
  const token = (await findOwnZone(database.db, workspaceId, zoneId))?.ownership_token ?? null;
  return database.db
    .transaction()
    .execute((transaction) => markZoneVerified(transaction, zoneId, { hasRecord: true, token, by: SYSTEM }));
};

test('what visitors can see is published once', async () => {
  const zone = await addZone();
  const own = [workspaceId, zone.id] as const;
  const changes = [
    () => setZoneEnabled(database.db, zone.domain, false),
    () => updateOwnZone(database.db, ...own, { isEnabled: true }),
    () => updateOwnZone(database.db, ...own, { rootRedirectUrl: 'https://start.example/', name: 'Brand' }),
    () => renameZone(database.db, zone.id, 'renamed.example'),
    () => suspendWorkspace(database.db, workspaceId, true),
    () => suspendWorkspace(database.db, workspaceId, false),
    () => removeOwnZone(database.db, ...own),
  ];
  for (const change of changes)
    expect([String(change), ...(await publishedBy(change))]).toEqual([String(change), zone.id]);
  const [claim, removed] = [await addZone({ isVerified: false }), await addZone()];
  expect(await publishedBy(() => verify(claim.id))).toEqual([claim.id]);
  expect(await publishedBy(() => removeZone(database.db, removed.domain, { keepLinks: false }))).toEqual([
    removed.id,
  ]);
  expect(await publishedBy(() => addZone())).toHaveLength(1);
});

test('what changes nothing for a visitor is not published', async () => {
  const zone = await addZone();
  const shared = await createZone(database.db, { domain: 'shared.example', zoneType: 'global' });
  if (shared.kind !== 'created') throw new Error(shared.kind);
  const own = [workspaceId, zone.id] as const;
  const changes = [
    () => updateOwnZone(database.db, ...own, { name: 'Brand' }),
    () => updateOwnZone(database.db, ...own, { isEnabled: true, rootRedirectUrl: '' }),
    () => setZoneEnabled(database.db, zone.domain, true),
    () => renameZone(database.db, zone.id, zone.domain.toUpperCase()),
    () => renameZone(database.db, zone.id, 'shared.example'),
    () => setDefaultZone(database.db, workspaceId, zone.id),
    () => setSharedDefault(database.db, 'shared.example'),
    () => verify(zone.id),
    () => suspendWorkspace(database.db, workspaceId, false),
  ];
  for (const change of changes)
    expect([String(change), ...(await publishedBy(change))]).toEqual([String(change)]);
});

test('a claim serves nothing: no change of it is published before it is proven', async () => {
  const claim = await addZone({ isVerified: false });
  const own = [workspaceId, claim.id] as const;
  const changes = [
    () => updateOwnZone(database.db, ...own, { isEnabled: false, rootRedirectUrl: 'https://start.example/' }),
    () => setZoneEnabled(database.db, claim.domain, true),
    () => renameZone(database.db, claim.id, 'other-claim.example'),
    () => removeZone(database.db, 'other-claim.example', { keepLinks: true }),
    async () => removeOwnZone(database.db, workspaceId, (await addZone({ isVerified: false })).id),
  ];
  for (const change of changes)
    expect([String(change), ...(await publishedBy(change))]).toEqual([String(change)]);
});

test('a suspended workspace’s claims are not published', async () => {
  const claim = await addZone({ isVerified: false });
  for (const isSuspended of [true, false])
    expect(await publishedBy(() => suspendWorkspace(database.db, workspaceId, isSuspended))).not.toContain(
      claim.id,
    );
});
