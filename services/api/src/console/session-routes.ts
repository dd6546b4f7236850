// The endpoints that begin, renew and end sessions.

import type { Db } from '@kurz/database';
import { refuse } from '../errors/refusal';
import { makeBodyReader } from '../http/body-reader';
import type { ConsoleOutcome, ConsoleRoute, PublicRequest } from '../http/console-route';
import { answer } from '../http/route';
import { checkPassword, type CheckedPassword } from '../people/check-password';
import { findCredentials, type Credentials } from '../people/find-credentials';
import { ACCESS_SECONDS } from '../sessions/access-token';
import type { KnownBrowsers } from '../sessions/known-browsers';
import { clearedCookiesOf } from '../sessions/session-cookies';
import type { Sessions } from '../sessions/sessions';
import type { SignInTickets } from '../sessions/sign-in-ticket';
import type { LoginAttempts, LoginSubject } from '../sessions/login-attempts';
import { unauthenticated } from '../sessions/authenticate-session';
import { consolePaths } from './console-paths';
import { finishSignIn } from './finish-sign-in';

const readSignIn = makeBodyReader<{ email: string; password: string }>({
  type: 'object',
  required: ['email', 'password'],
  properties: { email: { type: 'string' }, password: { type: 'string' } },
});

const BUSY_SECONDS = '1';

type Deps = {
  db: Db;
  sessions: Sessions;
  tickets: Pick<SignInTickets, 'make'>;
  knownBrowsers: Pick<KnownBrowsers, 'idOf'>;
  loginAttempts: LoginAttempts;
};

/** The accounts whose passwords are checked, and the subject for which the attempt counts. */
type Round = { subject: LoginSubject; accounts: readonly Credentials[] };

export function makeSessionRoutes({
  db,
  sessions,
  knownBrowsers,
  loginAttempts,
  tickets,
}: Deps): ConsoleRoute[] {
  /** First each account that knows the browser, with attempts that others cannot use up; then the rest, anonymously. */
  function roundsOf(found: readonly Credentials[], email: string, request: PublicRequest): Round[] {
    const { clientAddress, cookies } = request;
    const rounds: Round[] = [];
    const rest: Credentials[] = [];
    for (const account of found) {
      const browser = knownBrowsers.idOf(account, cookies);
      if (browser === undefined) rest.push(account);
      else
        rounds.push({ subject: { kind: 'known', id: `${account.userId} ${browser}` }, accounts: [account] });
    }
    if (rest.length === 0 && rounds.length > 0) return rounds;
    return [
      ...rounds,
      { subject: { kind: 'anonymous', email, userId: found[0]?.userId, clientAddress }, accounts: rest },
    ];
  }

  async function signIn(request: PublicRequest): Promise<ConsoleOutcome> {
    const read = readSignIn(request.body);
    if (read.kind === 'refused') return read;
    const { email, password } = read.body;
    let checked: CheckedPassword = { kind: 'wrong' };
    for (const { subject, accounts } of roundsOf(await findCredentials(db, email), email, request)) {
      const attempt = await loginAttempts.consume(subject);
      if (attempt.kind === 'refused') return attempt;
      checked = await checkPassword(accounts, password);
      if (checked.kind === 'wrong') continue;
      await attempt.refund();
      break;
    }
    const signedIn =
      checked.kind === 'right' && (await finishSignIn({ sessions, tickets }, checked, request));
    return signedIn || refuse('SIGN_IN_FAILED');
  }

  async function renew(request: PublicRequest): Promise<ConsoleOutcome> {
    const outcome = await sessions.renew(request);
    switch (outcome.kind) {
      case 'renewed':
        return { ...answer(200, { expiresIn: ACCESS_SECONDS }), cookies: outcome.cookies };
      case 'just_replaced':
        // the browser holds the newer cookies already, or will in a moment: they must not be cleared
        return refuse('SESSION_REPLACED', {}, { ...unauthenticated().headers, 'Retry-After': BUSY_SECONDS });
      case 'ended':
        return { ...unauthenticated(), cookies: clearedCookiesOf(request.isSecure) };
    }
  }

  async function signOut(request: PublicRequest): Promise<ConsoleOutcome> {
    await sessions.end(request);
    return { ...answer(204, undefined), cookies: clearedCookiesOf(request.isSecure) };
  }

  const { currentSession: session, sessionRefresh } = consolePaths;
  const open = { access: 'public', isWrite: false } as const;
  return [
    { method: 'POST', path: session, ...open, handle: signIn },
    { method: 'DELETE', path: session, ...open, handle: signOut },
    { method: 'POST', path: sessionRefresh, ...open, handle: renew },
  ];
}
