// Removes a domain for its operator, and publishes the change to the redirectors. A domain with links can only be taken
// from its workspace: it becomes a claim that has to be verified again, and its links do not serve until then.

import type { Db } from '@kurz/database';
import { hasErrorCode } from '@kurz/process';
import { SYSTEM, type AuditActor } from '../audit/audit-event';
import { writeAuditEvents } from '../audit/write-audit-events';
import { FOREIGN_KEY_VIOLATION } from '../errors/sql-states';
import { enqueueZoneChange } from '../outbox/enqueue-changes';
import { findZoneNamed, type NamedZoneOutcome } from './find-zone-named';
import { unverifiedColumns } from './unverified-columns';

export type RemoveZoneOutcome =
  | { kind: 'removed'; zoneId: string }
  /** The zone serves nothing any more; its links are still there. */
  | { kind: 'unverified'; zoneId: string }
  | { kind: 'no_such_zone' | 'several' | 'has_links' }
  /** The zone is the default for new links that name no domain. */
  | { kind: 'is_default' }
  /** Its links would have no workspace. */
  | { kind: 'shared_with_links' };

type NamedZone = Extract<NamedZoneOutcome, { kind: 'zone' }>;

async function deleteZone(
  db: Db,
  { id: zoneId, domain, workspaceId }: NamedZone,
  by: AuditActor,
): Promise<RemoveZoneOutcome> {
  try {
    return await db.transaction().execute(async (transaction) => {
      const removed = await transaction
        .deleteFrom('zones')
        .where('id', '=', zoneId)
        .returning('is_proven as isVerified')
        .executeTakeFirst();
      if (removed?.isVerified) await enqueueZoneChange(transaction, zoneId);
      await writeAuditEvents(transaction, by, [
        { action: 'zone.removed', subjectId: zoneId, subjectName: domain, workspaceId },
      ]);
      return { kind: 'removed', zoneId };
    });
  } catch (error) {
    // links or imported visits refer to it, concurrent ones included
    if (hasErrorCode(error, FOREIGN_KEY_VIOLATION)) return { kind: 'has_links' };
    throw error;
  }
}

/** Turns the zone into a claim with a new token, because the present record would verify the domain again at once. */
function revokeVerification(
  db: Db,
  { id: zoneId, domain, workspaceId }: NamedZone,
  by: AuditActor,
): Promise<RemoveZoneOutcome> {
  return db.transaction().execute(async (transaction) => {
    const before = await transaction
      .selectFrom('zones')
      .select('is_proven as isVerified')
      .where('id', '=', zoneId)
      .forNoKeyUpdate()
      .executeTakeFirst();
    await transaction.updateTable('zones').set(unverifiedColumns()).where('id', '=', zoneId).execute();
    if (before?.isVerified) await enqueueZoneChange(transaction, zoneId);
    await writeAuditEvents(transaction, by, [
      { action: 'zone.unproven', subjectId: zoneId, subjectName: domain, workspaceId },
    ]);
    return { kind: 'unverified', zoneId };
  });
}

/** `keepLinks`: takes a domain with links from its workspace. Without it, a domain with links is refused. */
export async function removeZone(
  db: Db,
  domain: string,
  { workspaceId, keepLinks }: { workspaceId?: string; keepLinks: boolean },
  by: AuditActor = SYSTEM,
): Promise<RemoveZoneOutcome> {
  const zone = await findZoneNamed(db, domain, workspaceId);
  if (zone.kind !== 'zone') return zone;
  if (zone.isDefault) return { kind: 'is_default' };
  const outcome = await deleteZone(db, zone, by);
  if (outcome.kind !== 'has_links' || !keepLinks) return outcome;
  return zone.zoneType === 'global' ? { kind: 'shared_with_links' } : revokeVerification(db, zone, by);
}
