// Changes a workspace's own fields. They take effect with the next request, a cadence with the next billing period.
// Fields that keep their values change nothing.

import type { Db, Plan } from '@kurz/database';
import type { AuditAction } from '../audit/audit-action';
import { changesBetween, type AuditActor } from '../audit/audit-event';
import { writeAuditEvents } from '../audit/write-audit-events';
import { cadenceOf, changeCadence, type BillingTerms } from '../plans/billing-terms';
import { BILLING_COLUMNS, withBilling } from './billing-columns';

export type EditWorkspaceOutcome = { kind: 'changed'; billing: BillingTerms } | { kind: 'no_such_workspace' };

export type WorkspaceEdit = {
  name?: string;
  plan?: Plan;
  /** The cadence from the next billing period on. */
  isYearly?: boolean;
};

/** The workspace as the audit log shows it. */
function shownOf({ name, plan }: { name: string; plan: Plan }, billing: BillingTerms, now: number) {
  const { isYearly, change } = cadenceOf(billing, now);
  return { name, plan, isYearly: change?.isYearly ?? isYearly, cadenceChangesOn: change?.on ?? null };
}

/** Omitted fields keep their values. `action`: what the audit log calls the change. `now`: ms since the epoch. */
export async function editWorkspace(
  db: Db,
  workspaceId: string,
  edit: WorkspaceEdit,
  { action, by, now }: { action: AuditAction; by: AuditActor; now: number },
): Promise<EditWorkspaceOutcome> {
  return db.transaction().execute(async (transaction) => {
    const row = await transaction
      .selectFrom('workspaces')
      .select(['name', 'plan', ...BILLING_COLUMNS])
      .where('id', '=', workspaceId)
      .where('deleted_at', 'is', null)
      .forNoKeyUpdate()
      .executeTakeFirst();
    if (!row) return { kind: 'no_such_workspace' };
    const before = withBilling(row);
    const { name, plan, isYearly } = { ...before, ...edit };
    const billing = isYearly === undefined ? before.billing : changeCadence(before.billing, isYearly, now);
    const changes = changesBetween(
      shownOf(before, before.billing, now),
      shownOf({ name, plan }, billing, now),
    );
    if (!changes) return { kind: 'changed', billing };
    await transaction
      .updateTable('workspaces')
      .set({
        name,
        plan,
        is_yearly: billing.isYearly,
        cadence_changes_on: billing.changesOn,
        year_starts_in: billing.yearStartsIn,
      })
      .where('id', '=', workspaceId)
      .execute();
    await writeAuditEvents(transaction, by, [
      { action, subjectId: workspaceId, subjectName: before.name, workspaceId, changes },
    ]);
    return { kind: 'changed', billing };
  });
}
