// A new person with their personal workspace, on the plan free. The admin command and signing up call it.

import type { Db } from '@kurz/database';
import { makeId } from '@kurz/process';
import { isEmail } from './is-email';
import { hashPassword } from './password-hash';

export type CreateUserOutcome =
  | { kind: 'created'; userId: string; personalWorkspaceId: string }
  | { kind: 'email_taken' }
  | { kind: 'bad_email' };

/** E-mail addresses are one without regard to case. Without a password the person cannot sign in with one. */
export async function createUser(
  db: Db,
  user: { email: string; password?: string },
): Promise<CreateUserOutcome> {
  const email = user.email.trim();
  if (!isEmail(email)) return { kind: 'bad_email' };
  const passwordHash = user.password ? await hashPassword(user.password) : null;
  const userId = makeId('usr');
  const personalWorkspaceId = makeId('ws');
  return db.transaction().execute(async (transaction) => {
    const inserted = await transaction
      .insertInto('users')
      .values({ id: userId, email, password_hash: passwordHash })
      .onConflict((conflict) => conflict.doNothing())
      .returning('id')
      .executeTakeFirst();
    if (!inserted) return { kind: 'email_taken' };
    await transaction
      .insertInto('workspaces')
      .values({
        id: personalWorkspaceId,
        name: 'Personal',
        owner_id: userId,
        is_personal: true,
        plan: 'free',
      })
      .execute();
    await transaction
      .insertInto('members')
      .values({ workspace_id: personalWorkspaceId, user_id: userId, role: 'owner' })
      .execute();
    return { kind: 'created', userId, personalWorkspaceId };
  });
}
