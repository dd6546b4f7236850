// Finds which second factors a person has and which workspaces require one, and removes all of them.

import type { Db } from '@kurz/database';
import { sql } from 'kysely';

/** As a condition on the person `person.id` of a statement. */
export const HAS_SECOND_FACTOR = sql<boolean>`
  (EXISTS (SELECT FROM totp_secrets WHERE user_id = person.id AND confirmed_at IS NOT NULL)
   OR EXISTS (SELECT FROM passkeys WHERE user_id = person.id))`;

export type SecondFactors = { hasTotp: boolean; passkeys: number; recoveryCodes: number };

export async function countSecondFactors(db: Db, userId: string): Promise<SecondFactors> {
  const { rows } = await sql<SecondFactors>`
    SELECT EXISTS (SELECT FROM totp_secrets WHERE user_id = ${userId} AND confirmed_at IS NOT NULL) AS "hasTotp",
           (SELECT count(*)::int FROM passkeys WHERE user_id = ${userId}) AS passkeys,
           (SELECT count(*)::int FROM recovery_codes WHERE user_id = ${userId}) AS "recoveryCodes"`.execute(
    db,
  );
  return rows[0] ?? { hasTotp: false, passkeys: 0, recoveryCodes: 0 };
}

/** A recovery code replaces a second factor, but is not one itself. */
export async function hasSecondFactor(db: Db, userId: string): Promise<boolean> {
  const { hasTotp, passkeys } = await countSecondFactors(db, userId);
  return hasTotp || passkeys > 0;
}

/** The names of the workspaces in which the person can do nothing without a second factor. */
export async function workspacesRequiringFactor(db: Db, userId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('members')
    .innerJoin('workspaces', 'workspaces.id', 'members.workspace_id')
    .select('workspaces.name')
    .where('members.user_id', '=', userId)
    .where('workspaces.requires_second_factor', '=', true)
    .orderBy('workspaces.name')
    .execute();
  return rows.map(({ name }) => name);
}

/** Within a transaction that holds the person's lock. Resolves with whether there was one. */
export async function dropSecondFactors(transaction: Db, userId: string): Promise<boolean> {
  const had = await hasSecondFactor(transaction, userId);
  await dropRecoveryCodes(transaction, userId);
  await transaction.deleteFrom('totp_secrets').where('user_id', '=', userId).execute();
  await transaction.deleteFrom('passkeys').where('user_id', '=', userId).execute();
  return had;
}

/** Within a transaction that holds the person's lock. */
export async function dropRecoveryCodes(transaction: Db, userId: string): Promise<void> {
  await transaction.deleteFrom('recovery_codes').where('user_id', '=', userId).execute();
}
