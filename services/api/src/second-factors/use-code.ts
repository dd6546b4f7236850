// Checks what a person typed as their second factor, and uses it up: a code of an authenticator or a recovery code
// counts once, however many requests carry it at once.

import type { Db } from '@kurz/database';
import type { KeyRing } from '../access/key-ring';
import { writeAuditEvents } from '../audit/write-audit-events';
import { useRecoveryCode } from './recovery-codes';
import { openSecret, sealSecret } from './sealed-secret';
import { findStep } from './totp';

/** A secret that is sealed under the older key is sealed under the newest one when it is used. */
async function useTotp(
  transaction: Db,
  { userId, code, now }: { userId: string; code: string; now: Date },
  keys: KeyRing,
): Promise<boolean> {
  const row = await transaction
    .selectFrom('totp_secrets')
    .select(['sealed', 'last_step as lastStep'])
    .where('user_id', '=', userId)
    .where('confirmed_at', 'is not', null)
    .executeTakeFirst();
  const opened = row && openSecret(row.sealed, userId, keys);
  if (!opened) return false;
  const step = findStep(opened.secret, code, { now: now.getTime(), lastStep: row.lastStep });
  if (step === undefined) return false;
  const sealed = opened.isOld ? sealSecret(opened.secret, userId, keys) : row.sealed;
  await transaction
    .updateTable('totp_secrets')
    .set({ last_step: step, sealed })
    .where('user_id', '=', userId)
    .execute();
  return true;
}

/** Within a transaction that holds the person's lock. */
export async function useCode(
  transaction: Db,
  typed: { userId: string; code: string; now: Date },
  keys: KeyRing,
): Promise<boolean> {
  const { userId, now } = typed;
  const code = typed.code.trim();
  if (await useTotp(transaction, { userId, code: code.replace(/\s/g, ''), now }, keys)) return true;
  if (!(await useRecoveryCode(transaction, userId, code))) return false;
  await writeAuditEvents(transaction, { kind: 'user', userId }, [
    { action: 'user.recovery_code_used', subjectId: userId, workspaceId: null },
  ]);
  return true;
}
