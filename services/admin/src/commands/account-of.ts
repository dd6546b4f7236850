// Finds the account that an e-mail address in a command means, or the answer that says why there is none.

import { findAccount } from '@kurz/api';
import { failed, type AdminAnswer } from '../answer/admin-answer';
import type { AdminConnection } from '../connection/admin-connection';

/** `named`: which of the accounts that claim the address. */
export async function accountOf(
  { db }: Pick<AdminConnection, 'db'>,
  email: string,
  named: string | undefined,
): Promise<{ kind: 'account'; userId: string } | AdminAnswer> {
  const found = await findAccount(db, email, named);
  if (found.kind === 'no_such_user') return failed(`there is no such user with the email ${email}`);
  if (found.kind === 'account') return found;
  const { userIds } = found;
  return failed(
    `nobody has proven ${email}; it is claimed by ${userIds.join(', ')}: name the account with --user`,
    { userIds },
  );
}
