// Gives a zone another domain; its links stay. The local shared zone follows its port this way.

import type { Db } from '@kurz/database';
import { hasErrorCode } from '@kurz/process';
import { SYSTEM, type AuditActor } from '../audit/audit-event';
import { writeAuditEvents } from '../audit/write-audit-events';
import { UNIQUE_VIOLATION } from '../errors/sql-states';
import { enqueueZoneChange } from '../outbox/enqueue-changes';
import { normaliseDomain } from './normalise-domain';

export type RenameZoneOutcome =
  { kind: 'changed' } | { kind: 'taken' } | { kind: 'bad_domain' } | { kind: 'no_such_zone' };

/** The display name follows when it was the domain. */
export async function renameZone(
  db: Db,
  zoneId: string,
  domain: string,
  by: AuditActor = SYSTEM,
): Promise<RenameZoneOutcome> {
  const name = normaliseDomain(domain);
  if (name === undefined) return { kind: 'bad_domain' };
  try {
    return await db.transaction().execute(async (transaction) => {
      const before = await transaction
        .selectFrom('zones')
        .select(['domain', 'workspace_id as workspaceId', 'is_proven as isVerified'])
        .where('id', '=', zoneId)
        .forNoKeyUpdate()
        .executeTakeFirst();
      if (!before) return { kind: 'no_such_zone' };
      if (before.domain === name) return { kind: 'changed' };
      await transaction
        .updateTable('zones')
        .set((column) => ({
          domain: name,
          name: column
            .case()
            .when('name', '=', column.ref('domain'))
            .then(name)
            .else(column.ref('name'))
            .end(),
        }))
        .where('id', '=', zoneId)
        .execute();
      if (before.isVerified) await enqueueZoneChange(transaction, zoneId);
      const subject = { subjectId: zoneId, subjectName: before.domain, workspaceId: before.workspaceId };
      await writeAuditEvents(transaction, by, [
        { action: 'zone.edited', ...subject, changes: { domain: { old: before.domain, new: name } } },
      ]);
      return { kind: 'changed' };
    });
  } catch (error) {
    if (hasErrorCode(error, UNIQUE_VIOLATION)) return { kind: 'taken' };
    throw error;
  }
}
