// The endpoints about the signed-in person: who they are, and their password.

import type { Db } from '@kurz/database';
import type { Clock } from '@kurz/process';
import { hashPassword } from '@kurz/password-hash';
import { refuse } from '../errors/refusal';
import { makeBodyReader } from '../http/body-reader';
import type { ConsoleOutcome, ConsoleRoute, UserRequest } from '../http/console-route';
import { answer } from '../http/route';
import { checkPassword } from '../people/check-password';
import { findCredentialsOf } from '../people/find-credentials';
import { refusalOfPassword } from '../people/validate-password';
import { countUnlessAway } from '../rate-limits/count-unless-away';
import { changePassword } from '../sessions/change-password';
import type { KnownBrowsers } from '../sessions/known-browsers';
import { unauthenticated } from '../sessions/authenticate-session';
import type { LoginAttempts } from '../sessions/login-attempts';
import { consolePaths } from './console-paths';
import { reauthenticationProperties, refusalOfMalformedPasskey, type Reauthenticate } from './reauthenticate';

const readChange = makeBodyReader<{ oldPassword?: string; newPassword: string; passkey?: object }>({
  type: 'object',
  required: ['newPassword'],
  properties: {
    oldPassword: { type: 'string' },
    newPassword: { type: 'string' },
    passkey: reauthenticationProperties.passkey,
  },
});

const MISSING = { field: 'oldPassword', reason: 'required' } as const;
const WRONG = { field: 'oldPassword', reason: 'wrong_password' } as const;

type Deps = {
  db: Db;
  clock: Clock;
  knownBrowsers: Pick<KnownBrowsers, 'cookieOf'>;
  loginAttempts: LoginAttempts;
  reauthenticate: Reauthenticate;
};

export function makePersonRoutes({
  db,
  clock,
  knownBrowsers,
  loginAttempts,
  reauthenticate,
}: Deps): ConsoleRoute[] {
  const readMe = ({ user, hasPassword, hasSecondFactor }: UserRequest): Promise<ConsoleOutcome> =>
    Promise.resolve(answer(200, { user, hasPassword, hasSecondFactor }));

  async function change(
    request: UserRequest,
    { oldHash, newPassword }: { oldHash: string | null; newPassword: string },
  ): Promise<ConsoleOutcome> {
    const { user, sessionId } = request;
    const newHash = await hashPassword(newPassword);
    const change = { userId: user.id, oldHash, newHash, sessionId, now: new Date(clock.now()) };
    const outcome = await changePassword(db, change);
    if (outcome.kind === 'session_ended') return unauthenticated();
    if (outcome.kind === 'changed_meanwhile') return refuse('VALIDATION_FAILED', WRONG);
    const known = knownBrowsers.cookieOf({ userId: user.id, passwordHash: newHash }, request);
    return { ...answer(204, undefined), cookies: [known] };
  }

  /** A person with passkeys and no password re-authenticates by a passkey. */
  async function setFirst(request: UserRequest, newPassword: string): Promise<ConsoleOutcome> {
    const reauthenticated = await reauthenticate(request);
    return reauthenticated.kind === 'refused'
      ? reauthenticated
      : change(request, { oldHash: null, newPassword });
  }

  /** Guesses of the old password count by session, so that other people's attempts do not block the person. */
  async function setPassword(request: UserRequest): Promise<ConsoleOutcome> {
    const read = readChange(request.body);
    if (read.kind === 'refused') return read;
    const { user, sessionId, hasPassword } = request;
    const { oldPassword, newPassword, passkey } = read.body;
    const malformed = refusalOfMalformedPasskey(passkey);
    if (malformed) return malformed;
    if (hasPassword && oldPassword === undefined) return refuse('VALIDATION_FAILED', MISSING);
    const unusable = refusalOfPassword('newPassword', newPassword, user.email);
    if (unusable) return unusable;
    if (!hasPassword || oldPassword === undefined) return setFirst(request, newPassword);
    const attempt = await loginAttempts.consume({ kind: 'known', id: sessionId });
    if (attempt.kind === 'refused') return attempt;
    const changed = await countUnlessAway(attempt, async () => {
      const credentials = await findCredentialsOf(db, user.id);
      // deleted since the session was read
      if (credentials.length === 0) return unauthenticated();
      const checked = await checkPassword(credentials, oldPassword);
      if (checked.kind === 'wrong') return refuse('VALIDATION_FAILED', WRONG);
      return change(request, { oldHash: checked.passwordHash, newPassword });
    });
    if (changed.kind === 'answer') await attempt.refund();
    return changed;
  }

  const { me, password } = consolePaths;
  return [
    { method: 'GET', path: me, access: 'user', isWrite: false, handle: readMe },
    { method: 'PUT', path: password, access: 'user', isWrite: false, handle: setPassword },
  ];
}
