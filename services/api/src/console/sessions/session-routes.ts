// The endpoints that begin, renew and end sessions.

import type { Db } from '@kurz/database';
import type { Clock } from '@kurz/process';
import { refuse } from '../../errors/refusal';
import { makeBodyReader } from '../../links/body-reader';
import { answer } from '../../server/route';
import { consolePaths } from '../console-paths';
import type { ConsoleOutcome, ConsoleRoute, PublicRequest, UserRequest } from '../console-route';
import { ACCESS_SECONDS } from './access-token';
import { checkPassword } from './check-password';
import { findCredentials } from './find-credentials';
import { revokeSessions } from './revoke-sessions';
import { clearedCookiesOf } from './session-cookies';
import type { Sessions } from './sessions';
import type { SignInTries } from './sign-in-tries';
import { signedOut } from './signed-out';

const readSignIn = makeBodyReader<{ email: string; password: string }>({
  type: 'object',
  required: ['email', 'password'],
  properties: { email: { type: 'string' }, password: { type: 'string' } },
});

const BUSY_SECONDS = '1';

type Deps = { db: Db; clock: Clock; sessions: Sessions; tries: SignInTries };

export function makeSessionRoutes({ db, clock, sessions, tries }: Deps): ConsoleRoute[] {
  async function signIn(request: PublicRequest): Promise<ConsoleOutcome> {
    const read = readSignIn(request.body);
    if (read.kind === 'refused') return read;
    const { email, password } = read.body;
    const { clientAddress } = request;
    const found = await findCredentials(db, email);
    const tried = { email, userId: found?.userId, clientAddress };
    const tooMany = await tries.take(tried);
    if (tooMany) return tooMany;
    const checked = await checkPassword(found, password);
    const opened = checked.kind === 'right' ? await sessions.open(checked, request) : checked;
    if (checked.kind !== 'right' || opened.kind !== 'opened') return refuse('SIGN_IN_FAILED');
    await tries.giveBack(tried);
    const user = { id: checked.userId, email: checked.email };
    return { ...answer(200, { user, expiresIn: ACCESS_SECONDS }), cookies: opened.cookies };
  }

  async function renew(request: PublicRequest): Promise<ConsoleOutcome> {
    const outcome = await sessions.renew(request);
    switch (outcome.kind) {
      case 'renewed':
        return { ...answer(200, { expiresIn: ACCESS_SECONDS }), cookies: outcome.cookies };
      case 'just_replaced':
        // the browser holds the newer cookies already, or will in a moment: they must not be cleared
        return refuse('SESSION_REPLACED', {}, { ...signedOut().headers, 'Retry-After': BUSY_SECONDS });
      case 'ended':
        return { ...signedOut(), cookies: clearedCookiesOf(request.isSecure) };
    }
  }

  async function signOut(request: PublicRequest): Promise<ConsoleOutcome> {
    await sessions.end(request);
    return { ...answer(204, undefined), cookies: clearedCookiesOf(request.isSecure) };
  }

  async function signOutEverywhere({ user, isSecure }: UserRequest): Promise<ConsoleOutcome> {
    await revokeSessions(db, user.id, { kind: 'all' }, new Date(clock.now()));
    return { ...answer(204, undefined), cookies: clearedCookiesOf(isSecure) };
  }

  const { session, sessionRefresh, sessions: everywhere } = consolePaths;
  const open = { access: 'public', isWrite: false } as const;
  return [
    { method: 'POST', path: session, ...open, handle: signIn },
    { method: 'DELETE', path: session, ...open, handle: signOut },
    { method: 'POST', path: sessionRefresh, ...open, handle: renew },
    { method: 'DELETE', path: everywhere, access: 'user', isWrite: false, handle: signOutEverywhere },
  ];
}
