// Ends the membership of the person with an e-mail address. The admin command calls it.

import type { Db } from '@kurz/database';
import { findUserByEmail } from '../../accounts/find-user-by-email';
import { endMembership, type EndMembershipOutcome } from './end-membership';

export type RemoveMemberOutcome = EndMembershipOutcome | { kind: 'no_such_user' };

export async function removeMember(db: Db, workspaceId: string, email: string): Promise<RemoveMemberOutcome> {
  const userId = await findUserByEmail(db, email);
  return userId === undefined ? { kind: 'no_such_user' } : endMembership(db, workspaceId, userId);
}
