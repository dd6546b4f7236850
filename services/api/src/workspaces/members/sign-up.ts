// Creates an account for the invited address and makes it a member, in one transaction. A mailed secret verifies the
// address. A secret that the inviter saw does not: the account belongs to this workspace and is found by that address
// nowhere.

import type { Db } from '@kurz/database';
import { findClaims, lockEmail, releaseEmail } from '../../people/email-claims';
import { MAX_CLAIMS } from '../../people/find-credentials';
import { insertUser } from '../../people/insert-user';
import { join, lockInvitation } from './accept-invitation';
import type { GivenRole } from './given-role';

export type SignUpOutcome =
  | {
      kind: 'signed_up';
      userId: string;
      isEmailProven: boolean;
      workspaceId: string;
      role: GivenRole;
    }
  | { kind: 'no_such_invitation' }
  /** Somebody has verified the address, an account that claims it is suspended, or MAX_CLAIMS accounts claim it. */
  | { kind: 'email_taken' }
  | { kind: 'in_transfer' }
  | { kind: 'suspended' };

export async function signUp(
  db: Db,
  person: { secretHashes: readonly Buffer[]; passwordHash: string; now: Date },
): Promise<SignUpOutcome> {
  const { secretHashes, passwordHash, now } = person;
  return db.transaction().execute(async (transaction) => {
    const invitation = await lockInvitation(transaction, secretHashes, now);
    if ('kind' in invitation) return invitation;
    const { email, isMailed, workspaceId, role } = invitation;
    await lockEmail(transaction, email);
    const claims = await findClaims(transaction, email);
    const isFull = !isMailed && claims.length >= MAX_CLAIMS;
    // the operator suspends an address: a new account with it would be a way around
    const isHeld = claims.some(({ isVerified, isSuspended }) => isVerified || isSuspended);
    if (isFull || isHeld) return { kind: 'email_taken' };
    const emailVerifiedAt = isMailed ? now : null;
    const { userId } = await insertUser(transaction, { email, passwordHash, emailVerifiedAt });
    if (isMailed)
      await releaseEmail(transaction, email, { exceptUserId: userId, now, by: { kind: 'user', userId } });
    await join(transaction, invitation, userId);
    return { kind: 'signed_up', userId, isEmailProven: isMailed, workspaceId, role };
  });
}
