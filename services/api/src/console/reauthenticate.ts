// Re-authenticates a signed-in person, by password or passkey, before they change how they sign in, or delete for good.
// A stolen session is not enough. A person with neither signs in by links alone; for them the session suffices.

import type { Db } from '@kurz/database';
import type { Clock } from '@kurz/process';
import { refuse, type Refusal } from '../errors/refusal';
import { makeBodyReader } from '../http/body-reader';
import type { UserRequest } from '../http/console-route';
import { assertionOf } from '../passkeys/authenticator-answer';
import { usePasskey } from '../passkeys/use-passkey';
import type { RelyingParty } from '../passkeys/relying-party';
import { checkPassword } from '../people/check-password';
import { findCredentialsOf } from '../people/find-credentials';
import { countSecondFactors } from '../people/second-factor-rows';
import { countUnlessAway } from '../rate-limits/count-unless-away';
import { unauthenticated } from '../sessions/authenticate-session';
import type { LoginAttempts } from '../sessions/login-attempts';
import { refusalOfPasskey } from './refusal-of-passkey';

/** Properties for the schema of a body. */
export const reauthenticationProperties = { password: { type: 'string' }, passkey: { type: 'object' } };

const readReauthentication = makeBodyReader<{ password?: string; passkey?: object }>({
  type: 'object',
  properties: reauthenticationProperties,
});

/** Refuses a passkey that no authenticator can have made, even when a password would do. */
export const refusalOfMalformedPasskey = (passkey: object | undefined): Refusal | undefined =>
  passkey === undefined || assertionOf(passkey) ? undefined : refusalOfPasskey('refused');

/** `passwordHash`: the person's hash at that moment; null when the person has no password. */
export type Reauthenticated = { kind: 'reauthenticated'; passwordHash: string | null };

/** Reads the fields `password` or `passkey` of the body. Guesses count by session, as for a change of the password. */
export type Reauthenticate = (request: UserRequest) => Promise<Reauthenticated | Refusal>;

type Deps = { db: Db; clock: Clock; loginAttempts: LoginAttempts };

const missing = (field: 'password' | 'passkey') => refuse('VALIDATION_FAILED', { field, reason: 'required' });

export function makeReauthenticate(
  { db, clock, loginAttempts }: Deps,
  { relyingParty }: { relyingParty?: RelyingParty },
): Reauthenticate {
  async function check(
    { user, sessionId }: UserRequest,
    { password, passkey }: { password?: string; passkey?: object },
  ): Promise<Reauthenticated | Refusal> {
    const [person] = await findCredentialsOf(db, user.id);
    // deleted since the session was read
    if (!person) return unauthenticated();
    const { passwordHash } = person;
    if (passkey !== undefined && relyingParty) {
      const use = { purpose: 'proof', boundTo: sessionId } as const;
      const used = { credential: passkey, use, userId: user.id, now: new Date(clock.now()) };
      const outcome = await usePasskey(db, used, relyingParty);
      return outcome.kind === 'used'
        ? { kind: 'reauthenticated', passwordHash }
        : refusalOfPasskey(outcome.kind);
    }
    const checked = await checkPassword([person], password ?? '');
    if (checked.kind === 'wrong') {
      return refuse('VALIDATION_FAILED', { field: 'password', reason: 'wrong_password' });
    }
    return { kind: 'reauthenticated', passwordHash: checked.passwordHash };
  }

  return async (request) => {
    const { body = {}, user, sessionId, hasPassword } = request;
    const read = readReauthentication(body);
    if (read.kind === 'refused') return read;
    const { password, passkey } = read.body;
    const malformed = refusalOfMalformedPasskey(passkey);
    if (malformed) return malformed;
    if (passkey === undefined && (!hasPassword || password === undefined)) {
      if (hasPassword) return missing('password');
      const { passkeys } = await countSecondFactors(db, user.id);
      return passkeys > 0 ? missing('passkey') : { kind: 'reauthenticated', passwordHash: null };
    }
    const attempt = await loginAttempts.consume({ kind: 'known', id: sessionId });
    if (attempt.kind === 'refused') return attempt;
    const reauthenticated = await countUnlessAway(attempt, () => check(request, read.body));
    if (reauthenticated.kind === 'reauthenticated') await attempt.refund();
    return reauthenticated;
  };
}
