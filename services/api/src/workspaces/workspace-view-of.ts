// A workspace as the web app's endpoints show it to one of its members.

import type { Plan, Role } from '@kurz/database';
import { cadenceOf, type BillingTerms, type CadenceChange } from '../plans/billing-terms';

type OwnFields = {
  id: string;
  name: string;
  plan: Plan;
  isPersonal: boolean;
  /** The reader's own role. */
  role: Role;
  isInTransfer: boolean;
  requiresSecondFactor: boolean;
};

export type WorkspaceView = OwnFields & {
  isYearly: boolean;
  /** Present only when a change is to come, at the end of the billing period. */
  cadenceChange?: CadenceChange;
  /** Present only when true. */
  isSuspended?: boolean;
};

/** @param now ms since the epoch */
export function workspaceViewOf(
  workspace: OwnFields & { billing: BillingTerms; isSuspended?: boolean },
  now: number,
): WorkspaceView {
  const { id, name, plan, isPersonal, role, isInTransfer, isSuspended, requiresSecondFactor, billing } =
    workspace;
  const { isYearly, change } = cadenceOf(billing, now);
  return {
    id,
    name,
    plan,
    isYearly,
    ...(change && { cadenceChange: change }),
    isPersonal,
    role,
    isInTransfer,
    requiresSecondFactor,
    ...(isSuspended && { isSuspended }),
  };
}
