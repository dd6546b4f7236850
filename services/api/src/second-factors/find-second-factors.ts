// What a person sees of their second factor: when it was added, and how many recovery codes are left. Never a secret.

import type { Db } from '@kurz/database';
import { sql } from 'kysely';

export type ShownSecondFactors = { totp: { addedAt: string } | null; recoveryCodesLeft: number };

export async function findSecondFactors(db: Db, userId: string): Promise<ShownSecondFactors> {
  const { rows } = await sql<{ addedAt: Date | null; left: number }>`
    SELECT (SELECT confirmed_at FROM totp_secrets WHERE user_id = ${userId}) AS "addedAt",
           (SELECT count(*)::int FROM recovery_codes WHERE user_id = ${userId}) AS left`.execute(db);
  const [{ addedAt, left } = { addedAt: null, left: 0 }] = rows;
  return { totp: addedAt && { addedAt: addedAt.toISOString() }, recoveryCodesLeft: left };
}
