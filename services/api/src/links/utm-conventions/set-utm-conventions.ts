// Sets a workspace's UTM conventions, which are already validated. The next list of its links is checked against them.

import type { Db } from '@kurz/database';
import { changesBetween, SYSTEM, type AuditActor } from '../../audit/audit-event';
import { writeAuditEvents } from '../../audit/write-audit-events';
import { findUtmConventions } from './find-utm-conventions';
import type { UtmConventions } from './utm-conventions';

export type SetUtmConventionsOutcome = { kind: 'changed' } | { kind: 'no_such_workspace' };

export async function setUtmConventions(
  db: Db,
  workspaceId: string,
  conventions: UtmConventions,
  by: AuditActor = SYSTEM,
): Promise<SetUtmConventionsOutcome> {
  return db.transaction().execute(async (transaction) => {
    const lock = transaction
      .selectFrom('workspaces')
      .select('id')
      .where('id', '=', workspaceId)
      .where('deleted_at', 'is', null);
    if (!(await lock.forNoKeyUpdate().executeTakeFirst())) return { kind: 'no_such_workspace' };
    const before = await findUtmConventions(transaction, workspaceId);
    const changes = changesBetween(before ?? {}, conventions);
    if (!changes) return { kind: 'changed' };
    await transaction
      .updateTable('workspaces')
      .set({ utm_conventions: JSON.stringify(conventions) })
      .where('id', '=', workspaceId)
      .execute();
    await writeAuditEvents(transaction, by, [
      { action: 'workspace.utm_conventions_changed', subjectId: workspaceId, workspaceId, changes },
    ]);
    return { kind: 'changed' };
  });
}
