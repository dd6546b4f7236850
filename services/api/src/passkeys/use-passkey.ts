// Using a passkey: what the browser asks an authenticator for, and the check of what it signed. An answer uses its
// challenge up, right or wrong. The authenticator's count has to grow, if it counts at all.

import type { Db, PasskeysTable } from '@kurz/database';
import type {
  AuthenticationResponseJSON,
  PublicKeyCredentialRequestOptionsJSON,
} from '@simplewebauthn/server';
import type { Selectable } from 'kysely';
import { userHandleOf } from './add-passkey';
import { assertionOf, challengeOf, transportsOf } from './authenticator-answer';
import { CHALLENGE_MS, issueChallenge, takeChallenge, type ChallengeUse } from './challenges';
import type { RelyingParty } from './relying-party';
import { loadWebauthn } from './webauthn';

/** When the passkey replaces the password, the authenticator has to verify the user (PIN or finger). */
const isOnlyFactor = ({ purpose }: ChallengeUse) => purpose !== 'second_step';

/**
 * `userId`: asks for this person's passkeys only. Without it, asks for any passkey that the authenticator has for this
 * host: the options name no person. Undefined when the person has no passkeys.
 */
export async function issueAuthenticationOptions(
  db: Db,
  asked: { use: ChallengeUse; userId?: string; now: Date },
  { id: rpId }: RelyingParty,
): Promise<PublicKeyCredentialRequestOptionsJSON | undefined> {
  const { use, userId, now } = asked;
  const rows =
    userId === undefined
      ? []
      : await db
          .selectFrom('passkeys')
          .select(['credential_id', 'transports'])
          .where('user_id', '=', userId)
          .execute();
  if (userId !== undefined && rows.length === 0) return undefined;
  const challenge = await issueChallenge(db, use, now);
  return {
    challenge: challenge.toString('base64url'),
    rpId,
    timeout: CHALLENGE_MS,
    userVerification: isOnlyFactor(use) ? 'required' : 'preferred',
    allowCredentials: rows.map(({ credential_id: id, transports }) => ({
      id: id.toString('base64url'),
      type: 'public-key',
      transports: transportsOf(transports),
    })),
  };
}

type StoredPasskey = Pick<Selectable<PasskeysTable>, 'id' | 'user_id' | 'public_key' | 'sign_count'>;

async function findPasskey(db: Db, credentialId: string): Promise<StoredPasskey | undefined> {
  return db
    .selectFrom('passkeys')
    .select(['id', 'user_id', 'public_key', 'sign_count'])
    .where('credential_id', '=', Buffer.from(credentialId, 'base64url'))
    .executeTakeFirst();
}

type Use = { count: number; isSynced: boolean };

/** Undefined for a missing, foreign or older signature, or another site's. The library throws for every fault. */
async function verifiedUse(
  response: AuthenticationResponseJSON,
  { passkey, challenge, use }: { passkey: StoredPasskey; challenge: Buffer; use: ChallengeUse },
  { id, origin }: RelyingParty,
): Promise<Use | undefined> {
  try {
    const { verified, authenticationInfo } = await loadWebauthn().verifyAuthenticationResponse({
      response,
      expectedChallenge: challenge.toString('base64url'),
      expectedOrigin: origin,
      expectedRPID: id,
      requireUserVerification: isOnlyFactor(use),
      credential: {
        id: response.id,
        publicKey: new Uint8Array(passkey.public_key),
        counter: passkey.sign_count,
      },
    });
    const { newCounter: count, credentialBackedUp: isSynced } = authenticationInfo;
    return verified ? { count, isSynced } : undefined;
  } catch {
    return undefined;
  }
}

/** Whether the answer's user handle is the person's. It may be missing only when the person was named before. */
function isHandleOf({ response }: AuthenticationResponseJSON, userId: string, isNamed: boolean): boolean {
  const { userHandle } = response;
  return userHandle === undefined ? isNamed : userHandle === userHandleOf(userId).toString('base64url');
}

/** Returns false when the passkey was removed meanwhile, or the count of another use came first. */
async function keepUse(
  db: Db,
  passkey: StoredPasskey,
  { count, isSynced }: Use,
  now: Date,
): Promise<boolean> {
  const kept = await db
    .updateTable('passkeys')
    .set({ sign_count: count, is_synced: isSynced, last_used_at: now })
    .where('id', '=', passkey.id)
    .where('sign_count', count === 0 ? '=' : '<', count)
    .returning('id')
    .executeTakeFirst();
  return kept !== undefined;
}

export type UsePasskeyOutcome = { kind: 'used'; userId: string } | { kind: 'expired' } | { kind: 'refused' };

/** `userId`: the person whose passkey it has to be; by default anybody's. `credential`: as the browser sent it. */
export async function usePasskey(
  db: Db,
  used: { credential: unknown; use: ChallengeUse; userId?: string; now: Date },
  relyingParty: RelyingParty,
): Promise<UsePasskeyOutcome> {
  const { use, userId, now } = used;
  const response = assertionOf(used.credential);
  const challenge = response && challengeOf(response.response.clientDataJSON);
  if (!response || !challenge) return { kind: 'refused' };
  if (!(await takeChallenge(db, challenge, use, now))) return { kind: 'expired' };
  const passkey = await findPasskey(db, response.id);
  if (!passkey || (userId !== undefined && passkey.user_id !== userId)) return { kind: 'refused' };
  if (!isHandleOf(response, passkey.user_id, userId !== undefined)) return { kind: 'refused' };
  const verified = await verifiedUse(response, { passkey, challenge, use }, relyingParty);
  const isKept = verified && (await keepUse(db, passkey, verified, now));
  return isKept ? { kind: 'used', userId: passkey.user_id } : { kind: 'refused' };
}
