// A DNS answer takes seconds. Changes of the zone in the meantime decide what its record proves.

import type { Database } from '@kurz/database';
import { sql } from 'kysely';
import { createUser } from '../../../services/api/src/people/create-user';
import { createZone } from '../../../services/api/src/zones/create-zone';
import { findOwnZone } from '../../../services/api/src/zones/own-zone-rows';
import { removeOwnZone } from '../../../services/api/src/zones/remove-own-zone';
import { removeZone } from '../../../services/api/src/zones/remove-zone';
import { verificationRecordOf } from '../../../services/api/src/zones/verification-record';
import { makeVerifyZone } from '../../../services/api/src/zones/verify-zone';
import { openLenientDatabase } from '../../fixture-database';

let database: Database;
beforeAll(async () => {
  database = await openLenientDatabase();
});
afterAll(() => database.close());

let people = 0;
async function claim(domain: string): Promise<{ workspaceId: string; zoneId: string; record: string }> {
  const user = await createUser(database.db, { email: `prover-${++people}@example.com` });
  if (user.kind !== 'created') throw new Error(user.kind);
  const { personalWorkspaceId: workspaceId } = user;
  const zone = { domain, zoneType: 'user', workspaceId, isVerified: false } as const;
  const made = await createZone(database.db, zone);
  if (made.kind !== 'created') throw new Error(made.kind);
  const row = await findOwnZone(database.db, workspaceId, made.zoneId);
  return {
    workspaceId,
    zoneId: made.zoneId,
    record: verificationRecordOf(domain, row?.ownership_token ?? '').value,
  };
}

/** Verifies zones with a DNS that answers with `text` once `meanwhile` has resolved. */
const verifying = (text: string, meanwhile: () => Promise<unknown>) =>
  makeVerifyZone({
    db: database.db,
    resolveTxt: async () => {
      await meanwhile();
      return { kind: 'texts', texts: [text] };
    },
  });

const stateOf = async (domain: string) =>
  database.db
    .selectFrom('zones')
    .select(['id', 'is_proven'])
    .where('domain', '=', domain)
    .orderBy('is_proven', 'desc')
    .execute();

test('a domain that the operator takes away while a check runs is not proven again by the old record', async () => {
  const domain = 'go.taken-away.example';
  const { workspaceId, zoneId, record } = await claim(domain);
  const first = verifying(record, () => Promise.resolve());
  const link = { url: 'https://a.example/', location: 'https://a.example/', slug: 'kept' };
  const second = verifying(record, async () => {
    expect(await first(workspaceId, zoneId)).toMatchObject({ kind: 'verified' });
    await database.db
      .insertInto('links')
      .values({ id: 'lnk_taken_away', workspace_id: workspaceId, zone_id: zoneId, ...link })
      .execute();
    expect(await removeZone(database.db, domain, { keepLinks: true })).toMatchObject({ kind: 'unverified' });
  });
  expect(await second(workspaceId, zoneId)).toEqual({ kind: 'failed', found: [record] });
  expect(await stateOf(domain)).toEqual([{ id: zoneId, is_proven: false }]);
});

test('a claim that is removed while a check runs takes a lapsed domain from nobody', async () => {
  const domain = 'go.lapsed.example';
  const holder = await claim(domain);
  await verifying(holder.record, () => Promise.resolve())(holder.workspaceId, holder.zoneId);
  await sql`UPDATE zones SET proof_missing_since = now() - interval '8 days'
            WHERE id = ${holder.zoneId}`.execute(database.db);
  const next = await claim(domain);
  const verify = verifying(next.record, () => removeOwnZone(database.db, next.workspaceId, next.zoneId));
  expect(await verify(next.workspaceId, next.zoneId)).toEqual({ kind: 'no_such_zone' });
  expect(await stateOf(domain)).toEqual([{ id: holder.zoneId, is_proven: true }]);
});
