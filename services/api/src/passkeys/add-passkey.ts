// Adding a passkey: what the browser asks an authenticator for, and the check of its answer. The passkey may be the
// only factor, so it must be discoverable and must ask for PIN or finger.

import type { Db } from '@kurz/database';
import { randomBase62 } from '@kurz/process';
import type {
  PublicKeyCredentialCreationOptionsJSON,
  RegistrationResponseJSON,
  VerifiedRegistrationResponse,
} from '@simplewebauthn/server';
import type { AuditActor } from '../audit/audit-event';
import { writeAuditEvents } from '../audit/write-audit-events';
import { lockUser } from '../people/lock-user';
import { countSecondFactors } from '../people/second-factor-rows';
import { replaceRecoveryCodes } from '../second-factors/recovery-codes';
import { isSessionOpen } from '../sessions/is-session-open';
import { revokeLockedSessions } from '../sessions/revoke-sessions';
import { attestationOf, challengeOf, transportsOf } from './authenticator-answer';
import { CHALLENGE_MS, issueChallenge, takeChallenge } from './challenges';
import type { RelyingParty } from './relying-party';
import { loadWebauthn } from './webauthn';

export const PASSKEYS_PER_PERSON = 20;

/** EdDSA, ES256 and RS256: every authenticator has one of them. */
const ALGORITHMS = [-8, -7, -257];

/** The handle by which an authenticator knows the person. It is random, and says nothing about them. */
export const userHandleOf = (userId: string): Buffer => Buffer.from(userId);

type Person = { userId: string; sessionId: string; now: Date };

export type BeginPasskeyOutcome =
  { kind: 'begun'; options: PublicKeyCredentialCreationOptionsJSON } | { kind: 'too_many' };

/** `email`: what the authenticator shows beside the key. */
export async function beginPasskey(
  db: Db,
  { userId, sessionId, email, now }: Person & { email: string },
  { id }: RelyingParty,
): Promise<BeginPasskeyOutcome> {
  const rows = await db
    .selectFrom('passkeys')
    .select(['credential_id', 'transports'])
    .where('user_id', '=', userId)
    .execute();
  if (rows.length >= PASSKEYS_PER_PERSON) return { kind: 'too_many' };
  const challenge = await issueChallenge(db, { purpose: 'registration', boundTo: sessionId }, now);
  const options: PublicKeyCredentialCreationOptionsJSON = {
    challenge: challenge.toString('base64url'),
    rp: { id, name: 'Kurz' },
    user: { id: userHandleOf(userId).toString('base64url'), name: email, displayName: email },
    pubKeyCredParams: ALGORITHMS.map((alg) => ({ alg, type: 'public-key' })),
    timeout: CHALLENGE_MS,
    attestation: 'none',
    excludeCredentials: rows.map((row) => ({
      id: row.credential_id.toString('base64url'),
      type: 'public-key',
      transports: transportsOf(row.transports),
    })),
    authenticatorSelection: {
      residentKey: 'required',
      requireResidentKey: true,
      userVerification: 'required',
    },
  };
  return { kind: 'begun', options };
}

/** Whether it is self-signed or missing. To check a vendor's, certificates would be fetched from wherever they say. */
function hasNoVendorStatement({ response }: RegistrationResponseJSON): boolean {
  const bytes = new Uint8Array(Buffer.from(response.attestationObject, 'base64url'));
  const attestation = loadWebauthn().decodeAttestationObject(bytes);
  const isOwn = attestation.get('fmt') === 'packed' && attestation.get('attStmt').get('x5c') === undefined;
  return isOwn || attestation.get('fmt') === 'none';
}

type NewKey = NonNullable<VerifiedRegistrationResponse['registrationInfo']>;

/** Undefined when the answer does not meet the challenge and the options. The library throws for every fault. */
async function verifiedKey(
  response: RegistrationResponseJSON,
  challenge: Buffer,
  { id, origin }: RelyingParty,
): Promise<NewKey | undefined> {
  try {
    if (!hasNoVendorStatement(response)) return undefined;
    const { registrationInfo } = await loadWebauthn().verifyRegistrationResponse({
      response,
      expectedChallenge: challenge.toString('base64url'),
      expectedOrigin: origin,
      expectedRPID: id,
      requireUserVerification: true,
      supportedAlgorithmIDs: ALGORITHMS,
    });
    return registrationInfo?.credential.id === response.id ? registrationInfo : undefined;
  } catch {
    return undefined;
  }
}

export type AddPasskeyOutcome =
  /** `recoveryCodes`: made with the first second factor, and shown once. */
  | { kind: 'added'; passkeyId: string; recoveryCodes: string[] }
  | { kind: 'expired' }
  /** The session that adds it has ended meanwhile. */
  | { kind: 'session_ended' }
  | { kind: 'refused' }
  | { kind: 'exists' }
  | { kind: 'too_many' };

type Added = Person & { name: string };

/** Within a transaction that holds the person's lock. Undefined when this key is registered already. */
async function insertPasskey(
  transaction: Db,
  { userId, name, now }: Added,
  { credential, credentialBackedUp: isSynced }: NewKey,
): Promise<string | undefined> {
  const added = await transaction
    .insertInto('passkeys')
    .values({
      id: `psk_${randomBase62(18)}`,
      user_id: userId,
      credential_id: Buffer.from(credential.id, 'base64url'),
      public_key: Buffer.from(credential.publicKey),
      sign_count: credential.counter,
      transports: credential.transports ?? [],
      is_synced: isSynced,
      name,
      created_at: now,
      last_used_at: null,
    })
    .onConflict((conflict) => conflict.column('credential_id').doNothing())
    .returning('id')
    .executeTakeFirst();
  return added?.id;
}

/** The first second factor ends every other session, which began without one. */
export async function addPasskey(
  db: Db,
  added: Added & { credential: unknown },
  relyingParty: RelyingParty,
  by: AuditActor,
): Promise<AddPasskeyOutcome> {
  const { userId, sessionId, name, now } = added;
  const response = attestationOf(added.credential);
  const challenge = response && challengeOf(response.response.clientDataJSON);
  if (!response || !challenge) return { kind: 'refused' };
  const use = { purpose: 'registration', boundTo: sessionId } as const;
  return db.transaction().execute(async (transaction): Promise<AddPasskeyOutcome> => {
    if (!(await takeChallenge(transaction, challenge, use, now))) return { kind: 'expired' };
    const key = await verifiedKey(response, challenge, relyingParty);
    if (!key) return { kind: 'refused' };
    await lockUser(transaction, userId);
    if (!(await isSessionOpen(transaction, { userId, sessionId }))) return { kind: 'session_ended' };
    const { hasTotp, passkeys, recoveryCodes } = await countSecondFactors(transaction, userId);
    if (passkeys >= PASSKEYS_PER_PERSON) return { kind: 'too_many' };
    const passkeyId = await insertPasskey(transaction, added, key);
    if (passkeyId === undefined) return { kind: 'exists' };
    const isFirst = !hasTotp && passkeys === 0;
    if (isFirst) await revokeLockedSessions(transaction, userId, { kind: 'all_but', sessionId }, now);
    const changes = { passkey: { new: name } };
    await writeAuditEvents(transaction, by, [
      { action: 'user.passkey_added', subjectId: userId, workspaceId: null, changes },
    ]);
    const codes = isFirst || recoveryCodes === 0 ? await replaceRecoveryCodes(transaction, userId) : [];
    return { kind: 'added', passkeyId, recoveryCodes: codes };
  });
}
