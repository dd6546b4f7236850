// The workspace that a request acts in, as the statements for tokens and sessions read it.

import type { Plan } from '@kurz/database';
import type { ActingWorkspace } from './actor';

export type FoundWorkspace = {
  /** Null when there is no such workspace; the nullable fields below are null then too. */
  workspaceId: string | null;
  plan: Plan | null;
  isYearly: boolean | null;
  billingAnchor: string | null;
  cadenceChangesOn: string | null;
  yearStartsIn: number | null;
  defaultZoneId: string | null;
  isInTransfer: boolean;
  /** Suspended by the operator. */
  isSuspended: boolean;
};

/** Selected from a table or alias named `workspace`. */
export const WORKSPACE_COLUMNS = `
    workspace.id AS "workspaceId",
    workspace.plan,
    workspace.is_yearly AS "isYearly",
    workspace.billing_anchor AS "billingAnchor",
    workspace.cadence_changes_on AS "cadenceChangesOn",
    workspace.year_starts_in AS "yearStartsIn",
    workspace.default_zone_id AS "defaultZoneId",
    workspace.transfer_to_user_id IS NOT NULL AS "isInTransfer",
    workspace.suspended_at IS NOT NULL AS "isSuspended"`;

export function actingWorkspaceOf(found: FoundWorkspace): ActingWorkspace | undefined {
  const { workspaceId, plan, isYearly, billingAnchor: anchor, defaultZoneId, isInTransfer } = found;
  const { cadenceChangesOn: changesOn, yearStartsIn } = found;
  if (workspaceId === null || plan === null || isYearly === null || anchor === null) return undefined;
  const billing = { anchor, isYearly, changesOn, yearStartsIn };
  return { id: workspaceId, plan, billing, defaultZoneId, isInTransfer };
}
