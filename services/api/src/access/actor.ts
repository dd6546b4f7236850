// Who a request acts as, resolved from its token in one SQL statement.

import type { Plan, Scope } from '@kurz/database';

export type ActingWorkspace = {
  id: string;
  plan: Plan;
  isYearly: boolean;
  /** `YYYY-MM-DD`: billing periods start on this day of the month, UTC. */
  billingAnchor: string;
  defaultZoneId: string | null;
  /** True while an ownership transfer is being finalized: writes answer 423. */
  isInTransfer: boolean;
};

export type Actor = {
  tokenId: string;
  kind: 'workspace' | 'user';
  /** The person behind a user token. */
  userId: string | null;
  workspace: ActingWorkspace;
  /** What the token may do here and now. */
  scopes: readonly Scope[];
};
