// Requires a second factor for acting in a workspace, or lifts that rule.

import type { Db } from '@kurz/database';
import type { AuditActor } from '../audit/audit-event';
import { writeAuditEvents } from '../audit/write-audit-events';

/** Changes and writes nothing when the rule is so already. */
export async function requireSecondFactor(
  db: Db,
  { workspaceId, isRequired }: { workspaceId: string; isRequired: boolean },
  by: AuditActor,
): Promise<void> {
  await db.transaction().execute(async (transaction) => {
    const changed = await transaction
      .updateTable('workspaces')
      .set({ requires_second_factor: isRequired })
      .where('id', '=', workspaceId)
      .where('requires_second_factor', '!=', isRequired)
      .returning('id')
      .executeTakeFirst();
    if (!changed) return;
    const changes = { requiresSecondFactor: { old: !isRequired, new: isRequired } };
    const action = 'workspace.second_factor_rule_changed';
    await writeAuditEvents(transaction, by, [{ action, subjectId: workspaceId, workspaceId, changes }]);
  });
}
