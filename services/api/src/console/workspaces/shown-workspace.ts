// A workspace as the web app's endpoints show it to one of its members.

import type { Plan, Role } from '@kurz/database';

export type ShownWorkspace = {
  id: string;
  name: string;
  plan: Plan;
  isYearly: boolean;
  isPersonal: boolean;
  /** The reader's own. */
  role: Role;
  isInTransfer: boolean;
};

export function shownWorkspace(workspace: ShownWorkspace): ShownWorkspace {
  const { id, name, plan, isYearly, isPersonal, role, isInTransfer } = workspace;
  return { id, name, plan, isYearly, isPersonal, role, isInTransfer };
}
