// Switches a domain on or off for visitors and for new links.

import type { Db } from '@kurz/database';
import { changesBetween, SYSTEM, type AuditActor } from '../audit/audit-event';
import { writeAuditEvents } from '../audit/write-audit-events';
import { enqueueZoneChange } from '../outbox/enqueue-changes';
import { findZoneNamed } from './find-zone-named';
import { enabledColumnsOf } from './enabled-columns-of';

export type SetZoneEnabledOutcome =
  { kind: 'changed'; zoneId: string } | { kind: 'no_such_zone' } | { kind: 'several' };

export async function setZoneEnabled(
  db: Db,
  domain: string,
  isEnabled: boolean,
  by: AuditActor = SYSTEM,
): Promise<SetZoneEnabledOutcome> {
  return db.transaction().execute(async (transaction) => {
    const zone = await findZoneNamed(transaction, domain);
    if (zone.kind !== 'zone') return zone;
    const { id: zoneId, workspaceId } = zone;
    const changes = changesBetween(zone, { isEnabled });
    if (!changes) return { kind: 'changed', zoneId };
    await transaction
      .updateTable('zones')
      .set(enabledColumnsOf(isEnabled))
      .where('id', '=', zoneId)
      .execute();
    if (zone.isVerified) await enqueueZoneChange(transaction, zoneId);
    const subject = { subjectId: zoneId, subjectName: zone.domain, workspaceId };
    await writeAuditEvents(transaction, by, [{ action: 'zone.edited', ...subject, changes }]);
    return { kind: 'changed', zoneId };
  });
}
