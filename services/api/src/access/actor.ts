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
  /** Of a workspace token: whose workspace it is. */
  ownerId?: string | null;
  /** The session, when the request has no token. */
  sessionId?: string;
  workspace: ActingWorkspace;
  /** What the token may do here and now. */
  scopes: readonly Scope[];
  /** Of a user token: what was granted and the person's role there withholds. */
  withheld?: { role: Role; scopes: readonly Scope[] };
};
