// Adding, confirming and removing a person's authenticator. A secret counts once a code of it was confirmed; then every
// other session, which began without it, ends.

import type { Db } from '@kurz/database';
import type { KeyRing } from '../access/key-ring';
import type { AuditActor } from '../audit/audit-event';
import { writeAuditEvents } from '../audit/write-audit-events';
import { lockUser } from '../people/lock-user';
import {
  countSecondFactors,
  dropRecoveryCodes,
  dropSecondFactors,
  hasSecondFactor,
  workspacesRequiringFactor,
} from '../people/second-factor-rows';
import { hasLostSession } from '../sessions/is-session-open';
import { revokeLockedSessions } from '../sessions/revoke-sessions';
import { replaceRecoveryCodes } from './recovery-codes';
import { openSecret, sealSecret } from './sealed-secret';
import { findStep, makeTotpSecret } from './totp';

/** Resolves with the secret, which is shown once; a set-up that was not confirmed is replaced. */
export async function beginTotp(
  db: Db,
  userId: string,
  keys: KeyRing,
): Promise<{ kind: 'begun'; secret: Buffer } | { kind: 'already_added' }> {
  const secret = makeTotpSecret();
  const sealed = sealSecret(secret, userId, keys);
  return db.transaction().execute(async (transaction) => {
    await lockUser(transaction, userId);
    if ((await countSecondFactors(transaction, userId)).hasTotp) return { kind: 'already_added' };
    await transaction
      .insertInto('totp_secrets')
      .values({ user_id: userId, sealed, confirmed_at: null })
      .onConflict((conflict) => conflict.column('user_id').doUpdateSet({ sealed, last_step: 0 }))
      .execute();
    return { kind: 'begun', secret };
  });
}

/** The session that requests a change has ended meanwhile: no change of it may outlive it. */
type Ended = { kind: 'session_ended' };

export type ConfirmTotpOutcome =
  | { kind: 'added'; recoveryCodes: string[] }
  | { kind: 'already_added' }
  | { kind: 'wrong_code' }
  | { kind: 'not_begun' }
  | Ended;

export async function confirmTotp(
  db: Db,
  confirmation: { userId: string; sessionId: string; code: string; now: Date },
  keys: KeyRing,
  by: AuditActor,
): Promise<ConfirmTotpOutcome> {
  const { userId, sessionId, code, now } = confirmation;
  return db.transaction().execute(async (transaction) => {
    await lockUser(transaction, userId);
    if (await hasLostSession(transaction, by)) return { kind: 'session_ended' };
    const row = await transaction
      .selectFrom('totp_secrets')
      .select(['sealed', 'confirmed_at'])
      .where('user_id', '=', userId)
      .executeTakeFirst();
    // a confirmation whose answer was lost is sent again
    if (row?.confirmed_at) return { kind: 'already_added' };
    const opened = row && openSecret(row.sealed, userId, keys);
    if (!opened) return { kind: 'not_begun' };
    const step = findStep(opened.secret, code, { now: now.getTime(), lastStep: 0 });
    if (step === undefined) return { kind: 'wrong_code' };
    await transaction
      .updateTable('totp_secrets')
      .set({ confirmed_at: now, last_step: step })
      .where('user_id', '=', userId)
      .execute();
    const recoveryCodes = await replaceRecoveryCodes(transaction, userId);
    await revokeLockedSessions(transaction, userId, { kind: 'all_but', sessionId }, now);
    await writeAuditEvents(transaction, by, [
      { action: 'user.second_factor_added', subjectId: userId, workspaceId: null },
    ]);
    return { kind: 'added', recoveryCodes };
  });
}

export type RemoveTotpOutcome =
  | { kind: 'removed' }
  | { kind: 'no_totp' }
  | Ended
  /** It is the last second factor, and these workspaces require one. */
  | { kind: 'required'; workspaces: string[] };

/** Removing the last second factor removes the recovery codes, too. */
export async function removeTotp(db: Db, userId: string, by: AuditActor): Promise<RemoveTotpOutcome> {
  return db.transaction().execute(async (transaction): Promise<RemoveTotpOutcome> => {
    await lockUser(transaction, userId);
    if (await hasLostSession(transaction, by)) return { kind: 'session_ended' };
    const { hasTotp, passkeys } = await countSecondFactors(transaction, userId);
    if (!hasTotp) return { kind: 'no_totp' };
    if (passkeys === 0) {
      const workspaces = await workspacesRequiringFactor(transaction, userId);
      if (workspaces.length > 0) return { kind: 'required', workspaces };
      await dropRecoveryCodes(transaction, userId);
    }
    await transaction.deleteFrom('totp_secrets').where('user_id', '=', userId).execute();
    await writeAuditEvents(transaction, by, [
      { action: 'user.second_factor_removed', subjectId: userId, workspaceId: null },
    ]);
    return { kind: 'removed' };
  });
}

/** Removes authenticator, passkeys and recovery codes, whatever requires them. Returns false when there is none. */
export async function removeSecondFactors(db: Db, userId: string, by: AuditActor): Promise<boolean> {
  return db.transaction().execute(async (transaction) => {
    await lockUser(transaction, userId);
    if (!(await dropSecondFactors(transaction, userId))) return false;
    await writeAuditEvents(transaction, by, [
      { action: 'user.second_factor_removed', subjectId: userId, workspaceId: null },
    ]);
    return true;
  });
}

export type RenewCodesOutcome =
  { kind: 'renewed'; recoveryCodes: string[] } | { kind: 'no_second_factor' } | Ended;

export async function renewRecoveryCodes(db: Db, userId: string, by: AuditActor): Promise<RenewCodesOutcome> {
  return db.transaction().execute(async (transaction) => {
    await lockUser(transaction, userId);
    if (await hasLostSession(transaction, by)) return { kind: 'session_ended' };
    if (!(await hasSecondFactor(transaction, userId))) return { kind: 'no_second_factor' };
    const recoveryCodes = await replaceRecoveryCodes(transaction, userId);
    await writeAuditEvents(transaction, by, [
      { action: 'user.recovery_codes_renewed', subjectId: userId, workspaceId: null },
    ]);
    return { kind: 'renewed', recoveryCodes };
  });
}
