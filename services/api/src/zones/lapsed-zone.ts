// A custom domain that lost its record more than 7 days ago and has no links: another workspace may verify the domain.
// The next verification turns it into a claim.

import type { Db } from '@kurz/database';
import { sql } from 'kysely';
import { SYSTEM } from '../audit/audit-event';
import { writeAuditEvents } from '../audit/write-audit-events';
import { enqueueZoneChange } from '../outbox/enqueue-changes';
import { unverifiedColumns } from './unverified-columns';

export const LAPSE_DAYS = 7;

type Lapsed = { id: string; workspaceId: string };

const findLapsed = async (db: Db, domain: string, isLocked: boolean): Promise<Lapsed | undefined> => {
  const { rows } = await sql<Lapsed>`
    SELECT id, workspace_id AS "workspaceId" FROM zones
    WHERE domain = ${domain} AND is_proven AND zone_type = 'user'
      AND proof_missing_since < now() - ${LAPSE_DAYS} * interval '1 day'
    ${isLocked ? sql`FOR UPDATE` : sql``}`.execute(db);
  return rows[0];
};

async function hasLinks(db: Db, zoneId: string): Promise<boolean> {
  const link = db.selectFrom('links').select('id').where('zone_id', '=', zoneId).limit(1);
  return (await link.executeTakeFirst()) !== undefined;
}

/** The lapsed zone of the domain, with its workspace. Undefined when the domain has none. */
export async function findLapsedZone(db: Db, domain: string): Promise<Lapsed | undefined> {
  const lapsed = await findLapsed(db, domain, false);
  return lapsed && !(await hasLinks(db, lapsed.id)) ? lapsed : undefined;
}

/** To be called within the transaction of the new verification. Resolves with the zone that is a claim now. */
export async function releaseLapsedZone(transaction: Db, domain: string): Promise<string | undefined> {
  // a new link refers to the row: it is stored before this lock is taken, or waits for it
  const lapsed = await findLapsed(transaction, domain, true);
  if (!lapsed || (await hasLinks(transaction, lapsed.id))) return undefined;
  const { id: zoneId, workspaceId } = lapsed;
  await transaction
    .updateTable('zones')
    .set({ ...unverifiedColumns(), root_redirect_url: '', root_blocked_by: null })
    .where('id', '=', zoneId)
    .execute();
  await enqueueZoneChange(transaction, zoneId);
  // not by a member of that workspace, which must not see who verified the domain
  await writeAuditEvents(transaction, SYSTEM, [
    { action: 'zone.unproven', subjectId: zoneId, subjectName: domain, workspaceId },
  ]);
  return zoneId;
}
