// Which account an e-mail address means: the one that is proven to have it. One that only claims it is meant by its id
// alone: it may be a squatter's, who would share it with the address's owner.

import type { Db } from '@kurz/database';
import { findClaims } from './email-claims';

export type FoundAccount =
  | { kind: 'account'; userId: string }
  | { kind: 'no_such_user' }
  /** Who claims it; none was named. */
  | { kind: 'unproven'; userIds: string[] };

/** `named`: which of the accounts that claim the address. */
export async function findAccount(db: Db, email: string, named?: string): Promise<FoundAccount> {
  const claims = await findClaims(db, email.trim());
  const meant = named === undefined ? claims : claims.filter(({ userId }) => userId === named);
  const account = meant.find(({ isProven }) => isProven || named !== undefined);
  if (account) return { kind: 'account', userId: account.userId };
  if (meant.length === 0) return { kind: 'no_such_user' };
  return { kind: 'unproven', userIds: meant.map(({ userId }) => userId) };
}
