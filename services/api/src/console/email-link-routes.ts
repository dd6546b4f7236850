// The endpoints of mailed links: verifying one's address, and resetting a password. A request for a reset does the same
// for every address; whether it has an account is looked up when the mail is sent.

import type { Db } from '@kurz/database';
import { preferredLanguageOf, type Clock } from '@kurz/process';
import { hashPassword } from '@kurz/password-hash';
import { auditActorOfPerson } from '../audit/audit-actor-of';
import { refuse } from '../errors/refusal';
import { makeBodyReader } from '../http/body-reader';
import type { ConsoleOutcome, ConsoleRoute, PublicRequest, UserRequest } from '../http/console-route';
import { answer } from '../http/route';
import { confirmEmail, findEmailLink } from '../mail/email-links';
import type { TakeLinkRequest } from '../mail/link-requests';
import { addMail, REQUESTED_MAIL_TTL_MS, type NewMail } from '../mail/mail-outbox';
import type { MailSender } from '../mail/mail-sender';
import type { MailKeys } from '../mail/mailed-secret';
import { isEmail } from '../people/is-email';
import { refusalOfPassword } from '../people/validate-password';
import { countUnlessAway } from '../rate-limits/count-unless-away';
import type { AttemptsOfAddress } from '../sessions/attempts-of-address';
import type { KnownBrowsers } from '../sessions/known-browsers';
import { resetPassword } from '../sessions/reset-password';
import { clearedCookiesOf } from '../sessions/session-cookies';
import { hashesOfSessionSecret } from '../sessions/session-secret';
import { consolePaths } from './console-paths';

const readEmail = makeBodyReader<{ email: string }>({
  type: 'object',
  required: ['email'],
  properties: { email: { type: 'string' } },
});

const readSecret = makeBodyReader<{ secret: string }>({
  type: 'object',
  required: ['secret'],
  properties: { secret: { type: 'string' } },
});

const readReset = makeBodyReader<{ secret: string; password: string }>({
  type: 'object',
  required: ['secret', 'password'],
  properties: { secret: { type: 'string' }, password: { type: 'string' } },
});

type Deps = {
  db: Db;
  clock: Clock;
  takeLinkRequest: TakeLinkRequest;
  /** Bounds guesses of the secret in a password reset link. */
  attempts: AttemptsOfAddress;
  knownBrowsers: Pick<KnownBrowsers, 'cookieOf'>;
  /** Undefined when this installation sends no mail. */
  mailing?: Pick<MailSender, 'trigger'>;
};

export function makeEmailLinkRoutes(
  { db, clock, takeLinkRequest, attempts, knownBrowsers, mailing }: Deps,
  { mailKeys }: { mailKeys: Pick<MailKeys, 'link'> },
): ConsoleRoute[] {
  const now = () => new Date(clock.now());

  async function requestLink(
    { headers, clientAddress }: PublicRequest,
    email: string,
    mail:
      Pick<Extract<NewMail, { kind: 'password-reset' }>, 'kind'> | { kind: 'email-proof'; userId: string },
  ): Promise<ConsoleOutcome> {
    if (!mailing) return refuse('MAIL_NOT_SET_UP');
    const taken = await takeLinkRequest({ kind: mail.kind, email, clientAddress });
    if (taken.kind === 'refused') return taken;
    const language = preferredLanguageOf(headers['accept-language']);
    const expiresAt = new Date(clock.now() + REQUESTED_MAIL_TTL_MS);
    const requested = { ...mail, recipient: email, language, expiresAt };
    await countUnlessAway(taken, () => addMail(db, requested));
    mailing.trigger();
    return answer(202, undefined);
  }

  async function requestVerification(request: UserRequest): Promise<ConsoleOutcome> {
    const { id: userId, email, isEmailProven } = request.user;
    return isEmailProven
      ? answer(204, undefined)
      : requestLink(request, email, { kind: 'email-proof', userId });
  }

  async function verifyEmail(request: UserRequest): Promise<ConsoleOutcome> {
    const { user, hasPassword, hasSecondFactor } = request;
    const read = readSecret(request.body);
    if (read.kind === 'refused') return read;
    const secretHashes = hashesOfSessionSecret(read.body.secret, mailKeys.link);
    if (secretHashes.length === 0) return refuse('EMAIL_LINK_NOT_FOUND');
    const confirmation = { secretHashes, userId: user.id, now: now() };
    const outcome = await confirmEmail(db, confirmation, auditActorOfPerson(request));
    if (outcome.kind !== 'verified') return refuse('EMAIL_LINK_NOT_FOUND');
    return answer(200, { user: { ...user, isEmailProven: true }, hasPassword, hasSecondFactor });
  }

  async function requestReset(request: PublicRequest): Promise<ConsoleOutcome> {
    const read = readEmail(request.body);
    if (read.kind === 'refused') return read;
    const email = read.body.email.trim();
    if (!isEmail(email)) return refuse('VALIDATION_FAILED', { field: 'email', reason: 'not_an_email' });
    return requestLink(request, email, { kind: 'password-reset' });
  }

  async function setPassword(request: PublicRequest): Promise<ConsoleOutcome> {
    const read = readReset(request.body);
    if (read.kind === 'refused') return read;
    const { secret, password } = read.body;
    const attempt = await attempts.consume(request.clientAddress);
    if (attempt.kind === 'refused') return attempt;
    const secretHashes = hashesOfSessionSecret(secret, mailKeys.link);
    if (secretHashes.length === 0) return refuse('EMAIL_LINK_NOT_FOUND');
    const sought = { kind: 'password-reset', secretHashes, now: now() } as const;
    const link = await countUnlessAway(attempt, () => findEmailLink(db, sought));
    if (!link) return refuse('EMAIL_LINK_NOT_FOUND');
    await attempt.refund();
    const unusable = refusalOfPassword('password', password, link.email);
    if (unusable) return unusable;
    const passwordHash = await hashPassword(password);
    const outcome = await resetPassword(db, { link, passwordHash, now: now() });
    if (outcome.kind !== 'reset') return refuse('EMAIL_LINK_NOT_FOUND');
    const cleared = clearedCookiesOf(request.isSecure);
    if (outcome.isSuspended) return { ...answer(204, undefined), cookies: cleared };
    const known = knownBrowsers.cookieOf({ userId: link.userId, passwordHash }, request);
    return { ...answer(204, undefined), cookies: [...cleared, known] };
  }

  const { emailProof, emailProofConfirmation, passwordResets, passwordResetConfirmation } = consolePaths;
  const own = { access: 'user', isWrite: false } as const;
  const open = { access: 'public', isWrite: false } as const;
  return [
    { method: 'POST', path: emailProof, ...own, handle: requestVerification },
    { method: 'POST', path: emailProofConfirmation, ...own, handle: verifyEmail },
    { method: 'POST', path: passwordResets, ...open, handle: requestReset },
    { method: 'POST', path: passwordResetConfirmation, ...open, handle: setPassword },
  ];
}
