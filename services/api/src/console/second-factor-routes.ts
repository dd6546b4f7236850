// The endpoints of a person's second factor: the second step of a sign-in by a code, adding and removing an
// authenticator, and recovery codes.

import type { Db } from '@kurz/database';
import type { Clock } from '@kurz/process';
import type { KeyRing } from '../access/key-ring';
import { auditActorOfPerson } from '../audit/audit-actor-of';
import { refuse } from '../errors/refusal';
import { makeBodyReader } from '../http/body-reader';
import type { ConsoleOutcome, ConsoleRoute, PublicRequest, UserRequest } from '../http/console-route';
import { answer } from '../http/route';
import { findCredentialsOf } from '../people/find-credentials';
import { listPasskeys } from '../passkeys/own-passkeys';
import { countUnlessAway } from '../rate-limits/count-unless-away';
import type { CodeAttempts } from '../second-factors/code-attempts';
import { findSecondFactors } from '../second-factors/find-second-factors';
import { base32Of, totpUriOf } from '../second-factors/totp';
import {
  beginTotp,
  confirmTotp,
  removeTotp,
  renewRecoveryCodes,
  type RemoveTotpOutcome,
} from '../second-factors/totp-set-up';
import { useCode } from '../second-factors/use-code';
import { unauthenticated } from '../sessions/authenticate-session';
import { clearedTicketOf, TICKET_COOKIE } from '../sessions/session-cookies';
import type { SignInTickets } from '../sessions/sign-in-ticket';
import type { Sessions } from '../sessions/sessions';
import { consolePaths } from './console-paths';
import { finishSignIn } from './finish-sign-in';
import type { Reauthenticate } from './reauthenticate';

const readCode = makeBodyReader<{ code: string }>({
  type: 'object',
  required: ['code'],
  properties: { code: { type: 'string' } },
});

const WRONG_CODE = { field: 'code', reason: 'wrong_code' } as const;

type Deps = {
  db: Db;
  clock: Clock;
  sessions: Pick<Sessions, 'open'>;
  tickets: SignInTickets;
  codeAttempts: CodeAttempts;
  reauthenticate: Reauthenticate;
};

function answerOfRemoving(outcome: RemoveTotpOutcome): ConsoleOutcome {
  switch (outcome.kind) {
    case 'removed':
      return answer(204, undefined);
    case 'no_totp':
      return refuse('SECOND_FACTOR_NOT_FOUND');
    case 'session_ended':
      return unauthenticated();
    case 'required':
      return refuse('SECOND_FACTOR_STAYS', { workspaces: outcome.workspaces.join(', ') });
  }
}

export function makeSecondFactorRoutes(deps: Deps, { keys }: { keys: KeyRing }): ConsoleRoute[] {
  const { db, clock, tickets, codeAttempts, reauthenticate } = deps;
  const now = () => new Date(clock.now());

  /** The second step of a sign-in. */
  async function finish(request: PublicRequest): Promise<ConsoleOutcome> {
    const { body, cookies, clientAddress, isSecure } = request;
    const read = readCode(body);
    if (read.kind === 'refused') return read;
    const userId = tickets.claimOf(cookies[TICKET_COOKIE]);
    const [person] = userId === undefined ? [] : await findCredentialsOf(db, userId);
    if (!person || !tickets.isOf(cookies[TICKET_COOKIE], person)) {
      return { ...refuse('SIGN_IN_EXPIRED'), cookies: [clearedTicketOf(isSecure)] };
    }
    const attempt = await codeAttempts.consume({ ...person, clientAddress });
    if (attempt.kind === 'refused') return attempt;
    const typed = { userId: person.userId, code: read.body.code, now: now() };
    let isRight = false;
    const useCredential = async (transaction: Db) => (isRight = await useCode(transaction, typed, keys));
    const done = await countUnlessAway(attempt, () =>
      finishSignIn(deps, person, request, { isSecondFactorVerified: true, useCredential }),
    );
    if (!isRight) return refuse('VALIDATION_FAILED', WRONG_CODE);
    await attempt.refund();
    return done ?? { ...refuse('SIGN_IN_EXPIRED'), cookies: [clearedTicketOf(isSecure)] };
  }

  async function show({ user }: UserRequest): Promise<ConsoleOutcome> {
    const passkeys = await listPasskeys(db, user.id);
    return answer(200, { ...(await findSecondFactors(db, user.id)), passkeys });
  }

  async function begin(request: UserRequest): Promise<ConsoleOutcome> {
    const reauthenticated = await reauthenticate(request);
    if (reauthenticated.kind === 'refused') return reauthenticated;
    const { user, headers } = request;
    const begun = await beginTotp(db, user.id, keys);
    if (begun.kind === 'already_added') return refuse('SECOND_FACTOR_EXISTS');
    const { secret } = begun;
    const site = typeof headers['host'] === 'string' ? headers['host'] : '';
    return answer(201, { secret: base32Of(secret), uri: totpUriOf(secret, { email: user.email, site }) });
  }

  async function confirm(request: UserRequest): Promise<ConsoleOutcome> {
    const read = readCode(request.body);
    if (read.kind === 'refused') return read;
    const { user, sessionId, clientAddress } = request;
    const attempt = await codeAttempts.consume({ userId: user.id, passwordHash: null, clientAddress });
    if (attempt.kind === 'refused') return attempt;
    const code = read.body.code.replace(/\s/g, '');
    const confirmation = { userId: user.id, sessionId, code, now: now() };
    const outcome = await countUnlessAway(attempt, () =>
      confirmTotp(db, confirmation, keys, auditActorOfPerson(request)),
    );
    if (outcome.kind === 'session_ended') return unauthenticated();
    if (outcome.kind === 'wrong_code') return refuse('VALIDATION_FAILED', WRONG_CODE);
    await attempt.refund();
    if (outcome.kind === 'already_added') return refuse('SECOND_FACTOR_EXISTS');
    if (outcome.kind === 'not_begun') return refuse('SECOND_FACTOR_NOT_FOUND');
    return answer(200, { recoveryCodes: outcome.recoveryCodes });
  }

  async function remove(request: UserRequest): Promise<ConsoleOutcome> {
    const reauthenticated = await reauthenticate(request);
    if (reauthenticated.kind === 'refused') return reauthenticated;
    return answerOfRemoving(await removeTotp(db, request.user.id, auditActorOfPerson(request)));
  }

  async function renewCodes(request: UserRequest): Promise<ConsoleOutcome> {
    const reauthenticated = await reauthenticate(request);
    if (reauthenticated.kind === 'refused') return reauthenticated;
    const outcome = await renewRecoveryCodes(db, request.user.id, auditActorOfPerson(request));
    if (outcome.kind === 'session_ended') return unauthenticated();
    if (outcome.kind === 'no_second_factor') return refuse('SECOND_FACTOR_NOT_FOUND');
    return answer(201, { recoveryCodes: outcome.recoveryCodes });
  }

  const { sessionSecondFactor, secondFactor, totp, totpConfirmation, recoveryCodes } = consolePaths;
  const own = { access: 'user', isWrite: false } as const;
  return [
    { method: 'POST', path: sessionSecondFactor, access: 'public', isWrite: false, handle: finish },
    { method: 'GET', path: secondFactor, ...own, handle: show },
    { method: 'DELETE', path: totp, ...own, handle: remove },
    { method: 'POST', path: totp, ...own, handle: begin },
    { method: 'POST', path: totpConfirmation, ...own, handle: confirm },
    { method: 'POST', path: recoveryCodes, ...own, handle: renewCodes },
  ];
}
