// How the owner of an installation gets into the web app: by a one-time address at the first start, later by a command
// that makes another.

import { findAccount, makeSignInLink } from '@kurz/api';
import type { Db } from '@kurz/database';
import { sql } from 'kysely';
import { OWNER } from './first-start';

/** `needed`: no person has a session or a password, so an address must be made by the command. */
export type SignIn = { kind: 'address'; address: string } | { kind: 'needed' } | { kind: 'possible' };

/** Undefined when the owner's account no longer exists. */
async function makeOwnerAddress(
  db: Db,
  { appUrl, now }: { appUrl: string; now: Date },
): Promise<string | undefined> {
  const owner = await findAccount(db, OWNER);
  if (owner.kind !== 'account') return undefined;
  const link = await makeSignInLink(db, { userId: owner.userId, now });
  return link.kind === 'made' ? appUrl + link.path : undefined;
}

/** Whether somebody has a session or a password. */
async function canAnybodySignIn(db: Db, now: Date): Promise<boolean> {
  const { rows } = await sql<{ is: boolean }>`
    SELECT EXISTS (SELECT FROM users WHERE password_hash IS NOT NULL)
      OR EXISTS (SELECT FROM sessions WHERE revoked_at IS NULL AND expires_at > ${now}::timestamptz) AS is`.execute(
    db,
  );
  return rows[0]?.is === true;
}

/** How to sign in. On the first start it makes a one-time address, whose 15 minutes begin now. */
export async function signInOf(
  db: Db,
  { isFirst, appUrl, now }: { isFirst: boolean; appUrl: string; now: Date },
): Promise<SignIn> {
  const address = isFirst ? await makeOwnerAddress(db, { appUrl, now }) : undefined;
  if (address !== undefined) return { kind: 'address', address };
  return { kind: (await canAnybodySignIn(db, now)) ? 'possible' : 'needed' };
}
