// The endpoints that sign in by a passkey: as the only factor, and as the second step after a password or a link. The
// challenge for the only factor is the same for everyone, so it reveals no account.

import type { Db } from '@kurz/database';
import type { Clock } from '@kurz/process';
import { refuse } from '../errors/refusal';
import { makeBodyReader } from '../http/body-reader';
import type { ConsoleOutcome, ConsoleRoute, PublicRequest } from '../http/console-route';
import { answer } from '../http/route';
import { CHALLENGE_MS } from '../passkeys/challenges';
import type { RelyingParty } from '../passkeys/relying-party';
import { issueAuthenticationOptions, usePasskey } from '../passkeys/use-passkey';
import { findCredentialsOf, type Credentials } from '../people/find-credentials';
import { countUnlessAway } from '../rate-limits/count-unless-away';
import type { CodeAttempts } from '../second-factors/code-attempts';
import type { AttemptsOfAddress } from '../sessions/attempts-of-address';
import { clearedTicketOf, PASSKEY_COOKIE, passkeyCookieOf, TICKET_COOKIE } from '../sessions/session-cookies';
import { makeSessionSecret } from '../sessions/session-secret';
import type { Sessions } from '../sessions/sessions';
import type { SignInTickets } from '../sessions/sign-in-ticket';
import { consolePaths } from './console-paths';
import { finishSignIn } from './finish-sign-in';
import { refusalOfPasskey, relyingPartyHere } from './refusal-of-passkey';

const readCredential = makeBodyReader<{ credential: object }>({
  type: 'object',
  required: ['credential'],
  properties: { credential: { type: 'object' } },
});

/** The secret of a sign-in that another tab of the browser began, and that this tab shares. */
const SECRET = /^[\w-]{43}$/;
const SECONDS = CHALLENGE_MS / 1_000;
const VERIFIED = { isSecondFactorVerified: true };

type Deps = {
  db: Db;
  clock: Clock;
  sessions: Pick<Sessions, 'open'>;
  tickets: SignInTickets;
  codeAttempts: CodeAttempts;
  attempts: AttemptsOfAddress;
};

const expired = ({ isSecure }: PublicRequest): ConsoleOutcome => ({
  ...refuse('SIGN_IN_EXPIRED'),
  cookies: [clearedTicketOf(isSecure)],
});

const OPEN = { access: 'public', isWrite: false } as const;

type Person = Credentials & { ticket: string };

export function makePasskeySignInRoutes(
  deps: Deps,
  settings: { relyingParty?: RelyingParty },
): ConsoleRoute[] {
  const { db, clock, tickets, codeAttempts, attempts } = deps;
  const now = () => new Date(clock.now());

  async function requestOptions(request: PublicRequest): Promise<ConsoleOutcome> {
    const here = relyingPartyHere(request, settings.relyingParty);
    if (here.kind === 'refused') return here;
    const carried = request.cookies[PASSKEY_COOKIE] ?? '';
    const boundTo = SECRET.test(carried) ? carried : makeSessionSecret();
    const use = { purpose: 'sign_in', boundTo } as const;
    const options = await issueAuthenticationOptions(db, { use, now: now() }, here);
    return { ...answer(200, { options }), cookies: [passkeyCookieOf(boundTo, SECONDS, request.isSecure)] };
  }

  async function signIn(request: PublicRequest): Promise<ConsoleOutcome> {
    const here = relyingPartyHere(request, settings.relyingParty);
    if (here.kind === 'refused') return here;
    const read = readCredential(request.body);
    if (read.kind === 'refused') return read;
    const attempt = await attempts.consume(request.clientAddress);
    if (attempt.kind === 'refused') return attempt;
    const use = { purpose: 'sign_in', boundTo: request.cookies[PASSKEY_COOKIE] ?? '' } as const;
    const signedIn = async () => {
      const used = await usePasskey(db, { credential: read.body.credential, use, now: now() }, here);
      if (used.kind !== 'used') return refusalOfPasskey(used.kind);
      const [person] = await findCredentialsOf(db, used.userId);
      return (person && (await finishSignIn(deps, person, request, VERIFIED))) ?? refusalOfPasskey('refused');
    };
    const done = await countUnlessAway(attempt, signedIn);
    if (done.kind === 'refused') return done;
    await attempt.refund();
    return { ...done, cookies: [...(done.cookies ?? []), passkeyCookieOf('', 0, request.isSecure)] };
  }

  /** The person whose password or sign-in link was right a moment ago, in this browser. */
  async function personOf({ cookies }: PublicRequest): Promise<Person | undefined> {
    const ticket = cookies[TICKET_COOKIE] ?? '';
    const userId = tickets.claimOf(ticket);
    const [person] = userId === undefined ? [] : await findCredentialsOf(db, userId);
    return person && tickets.isOf(ticket, person) ? { ...person, ticket } : undefined;
  }

  async function requestSecondStepOptions(request: PublicRequest): Promise<ConsoleOutcome> {
    const here = relyingPartyHere(request, settings.relyingParty);
    if (here.kind === 'refused') return here;
    const person = await personOf(request);
    if (!person) return expired(request);
    const { userId, ticket: boundTo } = person;
    const asked = { use: { purpose: 'second_step', boundTo }, userId, now: now() } as const;
    const options = await issueAuthenticationOptions(db, asked, here);
    return options ? answer(200, { options }) : refuse('PASSKEY_NOT_FOUND');
  }

  async function finish(request: PublicRequest): Promise<ConsoleOutcome> {
    const here = relyingPartyHere(request, settings.relyingParty);
    if (here.kind === 'refused') return here;
    const read = readCredential(request.body);
    if (read.kind === 'refused') return read;
    const person = await personOf(request);
    if (!person) return expired(request);
    const { ticket: boundTo, ...credentials } = person;
    const { userId } = person;
    const attempt = await codeAttempts.consume({ ...credentials, clientAddress: request.clientAddress });
    if (attempt.kind === 'refused') return attempt;
    const { credential } = read.body;
    const used = { credential, use: { purpose: 'second_step', boundTo }, userId, now: now() } as const;
    const outcome = await countUnlessAway(attempt, () => usePasskey(db, used, here));
    if (outcome.kind !== 'used') return refusalOfPasskey(outcome.kind);
    await attempt.refund();
    return (await finishSignIn(deps, credentials, request, VERIFIED)) ?? expired(request);
  }

  return [
    { method: 'POST', path: consolePaths.sessionPasskeyOptions, ...OPEN, handle: requestOptions },
    { method: 'POST', path: consolePaths.sessionPasskey, ...OPEN, handle: signIn },
    {
      method: 'POST',
      path: consolePaths.sessionSecondFactorPasskeyOptions,
      ...OPEN,
      handle: requestSecondStepOptions,
    },
    { method: 'POST', path: consolePaths.sessionSecondFactorPasskey, ...OPEN, handle: finish },
  ];
}
