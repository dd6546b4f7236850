// Finds the account of an e-mail address: the one that has verified it. An account that only claims the address is
// found by its id alone: it may be a squatter's.

import type { Db } from '@kurz/database';
import { findClaims } from './email-claims';

export type FoundAccount =
  | { kind: 'account'; userId: string }
  | { kind: 'no_such_user' }
  /** The accounts that claim the address, when none was named. */
  | { kind: 'unverified'; userIds: string[] };

/** `named`: the id of one of the accounts that claim the address. */
export async function findAccount(db: Db, email: string, named?: string): Promise<FoundAccount> {
  const claims = await findClaims(db, email.trim());
  const meant = named === undefined ? claims : claims.filter(({ userId }) => userId === named);
  const account = meant.find(({ isVerified }) => isVerified || named !== undefined);
  if (account) return { kind: 'account', userId: account.userId };
  if (meant.length === 0) return { kind: 'no_such_user' };
  return { kind: 'unverified', userIds: meant.map(({ userId }) => userId) };
}
