// Which account an e-mail address means: the one that is proven to have it, or the only one that claims it.

import type { Db } from '@kurz/database';
import { findClaims } from './email-claims';

export type FoundAccount =
  | { kind: 'account'; userId: string }
  | { kind: 'no_such_user' }
  /** None of them is proven, and none was named. */
  | { kind: 'several'; userIds: string[] };

/** `named`: which of the accounts that claim the address. */
export async function findAccount(db: Db, email: string, named?: string): Promise<FoundAccount> {
  const claims = await findClaims(db, email.trim());
  const meant = named === undefined ? claims : claims.filter(({ userId }) => userId === named);
  const [account, ...others] = meant;
  if (!account) return { kind: 'no_such_user' };
  if (others.length > 0) return { kind: 'several', userIds: meant.map(({ userId }) => userId) };
  return { kind: 'account', userId: account.userId };
}
