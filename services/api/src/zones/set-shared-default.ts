// Moves the default of the installation to another shared domain.

import type { Db } from '@kurz/database';
import { SYSTEM, type AuditActor } from '../audit/audit-event';
import { writeAuditEvents } from '../audit/write-audit-events';
import { findZoneNamed } from './find-zone-named';
import { replaceSharedDefault, lockSharedDefault } from './shared-default';

export type SetSharedDefaultOutcome =
  | { kind: 'changed'; zoneId: string }
  | { kind: 'no_such_zone' }
  /** The zone is a workspace's own. */
  | { kind: 'not_shared' }
  | { kind: 'disabled' };

export async function setSharedDefault(
  db: Db,
  domain: string,
  by: AuditActor = SYSTEM,
): Promise<SetSharedDefaultOutcome> {
  return db.transaction().execute(async (transaction) => {
    await lockSharedDefault(transaction);
    const zone = await findZoneNamed(transaction, domain);
    if (zone.kind === 'no_such_zone') return zone;
    if (zone.kind === 'several' || zone.zoneType !== 'global') return { kind: 'not_shared' };
    if (!zone.isEnabled) return { kind: 'disabled' };
    if (zone.isDefault) return { kind: 'changed', zoneId: zone.id };
    await replaceSharedDefault(transaction, zone.id);
    const changes = { isDefault: { old: false, new: true } };
    await writeAuditEvents(transaction, by, [
      { action: 'zone.edited', subjectId: zone.id, subjectName: zone.domain, workspaceId: null, changes },
    ]);
    return { kind: 'changed', zoneId: zone.id };
  });
}
