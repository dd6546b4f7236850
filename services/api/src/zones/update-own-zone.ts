// Changes a workspace's own domain, and enqueues the change in the outbox.

import type { Db } from '@kurz/database';
import { changesBetween, SYSTEM, type AuditActor } from '../audit/audit-event';
import { writeAuditEvents } from '../audit/write-audit-events';
import { findFlags } from '../destinations/find-flags';
import { lockDestinations } from '../destinations/lock-destinations';
import { enqueueZoneChange } from '../outbox/enqueue-changes';
import { enabledColumnsOf } from './enabled-columns-of';

/** `rootLocation`: the root as a Location header carries it, for the list of blocked destinations. */
export type ZoneEdit = {
  name?: string;
  isEnabled?: boolean;
  rootRedirectUrl?: string;
  rootLocation?: string;
};
export type UpdateOwnZoneOutcome = { kind: 'changed' } | { kind: 'no_such_zone' } | { kind: 'root_blocked' };

/** To be called before the zone's row is locked. Unsafe roots are blocked, too: no page could warn of them. */
async function isBlocked(transaction: Db, location: string): Promise<boolean> {
  await lockDestinations(transaction, 'shared');
  const [flags] = await findFlags(transaction, [location]);
  return flags !== undefined && (flags.restrictedBy !== null || flags.unsafeBy !== null);
}

/** Omitted fields keep their values. */
export async function updateOwnZone(
  db: Db,
  workspaceId: string,
  zoneId: string,
  { rootLocation, ...edit }: ZoneEdit,
  by: AuditActor = SYSTEM,
): Promise<UpdateOwnZoneOutcome> {
  return db.transaction().execute(async (transaction) => {
    if (rootLocation !== undefined && (await isBlocked(transaction, rootLocation)))
      return { kind: 'root_blocked' };
    const before = await transaction
      .selectFrom('zones')
      .select([
        'domain',
        'name',
        'is_enabled as isEnabled',
        'root_redirect_url as rootRedirectUrl',
        'is_proven as isVerified',
      ])
      .where('id', '=', zoneId)
      .where('workspace_id', '=', workspaceId)
      .forNoKeyUpdate()
      .executeTakeFirst();
    if (!before) return { kind: 'no_such_zone' };
    const changes = changesBetween(before, edit);
    if (!changes) return { kind: 'changed' };
    const { name, isEnabled, rootRedirectUrl } = { ...before, ...edit };
    await transaction
      .updateTable('zones')
      .set({
        name,
        root_redirect_url: rootRedirectUrl,
        ...(isEnabled !== before.isEnabled && enabledColumnsOf(isEnabled)),
        ...(edit.rootRedirectUrl !== undefined && { root_blocked_by: null }),
      })
      .where('id', '=', zoneId)
      .execute();
    // a name is not visible to visitors, and a claim serves nothing
    const isVisible = isEnabled !== before.isEnabled || rootRedirectUrl !== before.rootRedirectUrl;
    if (isVisible && before.isVerified) await enqueueZoneChange(transaction, zoneId);
    const subject = { subjectId: zoneId, subjectName: before.domain, workspaceId };
    await writeAuditEvents(transaction, by, [{ action: 'zone.edited', ...subject, changes }]);
    return { kind: 'changed' };
  });
}
