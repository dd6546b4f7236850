// Who a request acts as, resolved from its token in one SQL statement.

import type { Plan, Role, Scope } from '@kurz/database';
import type { BillingTerms } from '../plans/billing-terms';

export type ActingWorkspace = {
  id: string;
  plan: Plan;
  billing: BillingTerms;
  defaultZoneId: string | null;
  /** True while an ownership transfer is being finalized: writes answer 423. */
  isInTransfer: boolean;
};

export type Actor = {
  tokenId: string;
  kind: 'workspace' | 'user';
  /** The person behind a user token. */
  userId: string | null;
  /** For a workspace token: the owner of its workspace. */
  ownerId?: string | null;
  /** The session, when the request has no token. */
  sessionId?: string;
  workspace: ActingWorkspace;
  /** What the token may do in the workspace, as of this request. */
  scopes: readonly Scope[];
  /** For a user token: the granted scopes that the person's role in the workspace withholds. */
  withheld?: { role: Role; scopes: readonly Scope[] };
};
