// The passkeys of a person: reading, renaming and removing them.

import type { Db } from '@kurz/database';
import type { AuditActor } from '../audit/audit-event';
import { writeAuditEvents } from '../audit/write-audit-events';
import { lockUser } from '../people/lock-user';
import {
  countSecondFactors,
  dropRecoveryCodes,
  workspacesRequiringFactor,
} from '../people/second-factor-rows';
import { hasLostSession } from '../sessions/is-session-open';

/** A passkey as it is shown, without its key. `isSynced`: its vendor copies it to the person's other devices. */
export type ShownPasskey = {
  id: string;
  name: string;
  addedAt: string;
  lastUsedAt: string | null;
  isSynced: boolean;
};

export async function listPasskeys(db: Db, userId: string): Promise<ShownPasskey[]> {
  const rows = await db
    .selectFrom('passkeys')
    .select(['id', 'name', 'created_at as addedAt', 'last_used_at as lastUsedAt', 'is_synced as isSynced'])
    .where('user_id', '=', userId)
    .orderBy('created_at')
    .orderBy('id')
    .execute();
  return rows.map(({ addedAt, lastUsedAt, ...row }) => ({
    ...row,
    addedAt: addedAt.toISOString(),
    lastUsedAt: lastUsedAt && lastUsedAt.toISOString(),
  }));
}

type Which = { userId: string; passkeyId: string };

/** Returns false when the person has no such passkey. Writes nothing when the name is the same. */
export async function renamePasskey(
  db: Db,
  { userId, passkeyId, name }: Which & { name: string },
  by: AuditActor,
): Promise<boolean> {
  return db.transaction().execute(async (transaction) => {
    const found = await transaction
      .selectFrom('passkeys')
      .select('name')
      .where('id', '=', passkeyId)
      .where('user_id', '=', userId)
      .forUpdate()
      .executeTakeFirst();
    if (!found || found.name === name) return found !== undefined;
    await transaction.updateTable('passkeys').set({ name }).where('id', '=', passkeyId).execute();
    const changes = { passkey: { old: found.name, new: name } };
    await writeAuditEvents(transaction, by, [
      { action: 'user.passkey_renamed', subjectId: userId, workspaceId: null, changes },
    ]);
    return true;
  });
}

export type RemovePasskeyOutcome =
  | { kind: 'removed' }
  | { kind: 'no_such_passkey' }
  /** The session that removes it has ended meanwhile. */
  | { kind: 'session_ended' }
  /** The person has neither another passkey nor a password. */
  | { kind: 'only_way_in' }
  /** It is the last second factor, and these workspaces require one. */
  | { kind: 'required'; workspaces: string[] };

/** Removing the last second factor removes the recovery codes, too. */
export async function removePasskey(
  db: Db,
  { userId, passkeyId }: Which,
  by: AuditActor,
): Promise<RemovePasskeyOutcome> {
  return db.transaction().execute(async (transaction): Promise<RemovePasskeyOutcome> => {
    const user = await lockUser(transaction, userId);
    if (await hasLostSession(transaction, by)) return { kind: 'session_ended' };
    const passkeys = await listPasskeys(transaction, userId);
    const passkey = passkeys.find(({ id }) => id === passkeyId);
    if (!user || !passkey) return { kind: 'no_such_passkey' };
    const isLast = passkeys.length === 1;
    if (isLast && user.passwordHash === null) return { kind: 'only_way_in' };
    const { hasTotp } = await countSecondFactors(transaction, userId);
    if (isLast && !hasTotp) {
      const workspaces = await workspacesRequiringFactor(transaction, userId);
      if (workspaces.length > 0) return { kind: 'required', workspaces };
      await dropRecoveryCodes(transaction, userId);
    }
    await transaction.deleteFrom('passkeys').where('id', '=', passkeyId).execute();
    await writeAuditEvents(transaction, by, [
      {
        action: 'user.passkey_removed',
        subjectId: userId,
        workspaceId: null,
        changes: { passkey: { old: passkey.name } },
      },
    ]);
    return { kind: 'removed' };
  });
}
