// The endpoints by which admins invite people to a workspace. With a mail server the secret goes to the invited address
// alone. Without one the answer carries it once, with the path of its page, for the inviter to pass on.

import type { Db } from '@kurz/database';
import { preferredLanguageOf, randomBase62, type Clock } from '@kurz/process';
import type { KeyRing } from '../access/key-ring';
import { auditActorOfPerson } from '../audit/audit-actor-of';
import { refuse, type Refusal } from '../errors/refusal';
import { makeBodyReader } from '../http/body-reader';
import type { ConsoleOutcome, ConsoleRequest, ConsoleRoute } from '../http/console-route';
import { answer, TRANSFER_RETRY_SECONDS } from '../http/route';
import type { MailSender } from '../mail/mail-sender';
import { mailedSecretOf, type MailKeys } from '../mail/mailed-secret';
import { isEmail } from '../people/is-email';
import { countUnlessAway } from '../rate-limits/count-unless-away';
import { hashSessionSecret, makeSessionSecret } from '../sessions/session-secret';
import { findInvitations, type Invitation } from '../workspaces/members/find-invitations';
import { givenRoleOf, type GivenRole } from '../workspaces/members/given-role';
import { insertInvitation, type InsertInvitationOutcome } from '../workspaces/members/insert-invitation';
import type { TakeInvitationMail } from '../workspaces/members/invitation-mails';
import { withdrawInvitation } from '../workspaces/members/withdraw-invitation';
import { consolePaths } from './console-paths';

const readBody = makeBodyReader<{ email: string; role: string }>({
  type: 'object',
  required: ['email', 'role'],
  properties: { email: { type: 'string' }, role: { type: 'string' } },
});

function readNewInvitation(
  body: unknown,
): { kind: 'new_invitation'; email: string; role: GivenRole } | Refusal {
  const read = readBody(body);
  if (read.kind === 'refused') return read;
  const email = read.body.email.trim();
  if (!isEmail(email)) return refuse('VALIDATION_FAILED', { field: 'email', reason: 'not_an_email' });
  const role = givenRoleOf(read.body.role);
  if (!role) return refuse('VALIDATION_FAILED', { field: 'role', reason: 'unknown_role' });
  return { kind: 'new_invitation', email, role };
}

const VALID_MS = 7 * 24 * 3_600_000;

function refusalOf(
  { kind }: Exclude<InsertInvitationOutcome, { kind: 'invited' }>,
  { maxInvitations, maxPersonInvitations }: Pick<Settings, 'maxInvitations' | 'maxPersonInvitations'>,
): Refusal {
  switch (kind) {
    case 'no_such_workspace':
      return refuse('WORKSPACE_NOT_FOUND');
    case 'not_allowed':
      return refuse('ROLE_REQUIRED', { role: 'admin' });
    case 'is_personal':
      return refuse('PERSONAL_WORKSPACE');
    case 'in_transfer':
      return refuse('TRANSFER_IN_PROGRESS', {}, { 'Retry-After': TRANSFER_RETRY_SECONDS });
    case 'already_member':
      return refuse('ALREADY_MEMBER');
    case 'too_many':
      return refuse('INVITATION_LIMIT_REACHED', { max: maxInvitations });
    case 'too_many_by_person':
      return refuse('PERSON_INVITATION_LIMIT_REACHED', { max: maxPersonInvitations });
  }
}

function invitationViewOf({ createdAt, expiresAt, ...invitation }: Invitation) {
  return { ...invitation, createdAt: createdAt.toISOString(), expiresAt: expiresAt.toISOString() };
}

type Deps = {
  db: Db;
  clock: Clock;
  takeInvitationMail: TakeInvitationMail;
  mailing?: Pick<MailSender, 'trigger'>;
};

type Settings = {
  invitationKeys: KeyRing;
  mailKeys: Pick<MailKeys, 'secret'>;
  maxInvitations: number;
  maxPersonInvitations: number;
};

export function makeInvitationRoutes(
  { db, clock, takeInvitationMail, mailing }: Deps,
  { invitationKeys, mailKeys, ...limits }: Settings,
): ConsoleRoute[] {
  async function list({ workspace }: ConsoleRequest): Promise<ConsoleOutcome> {
    const invitations = await findInvitations(db, workspace.id, new Date(clock.now()));
    return answer(200, { invitations: invitations.map(invitationViewOf) });
  }

  async function invite(request: ConsoleRequest): Promise<ConsoleOutcome> {
    const { workspace, user, body, headers } = request;
    const read = readNewInvitation(body);
    if (read.kind === 'refused') return read;
    const { email, role } = read;
    const mail = mailing && (await takeInvitationMail({ userId: user.id, workspaceId: workspace.id, email }));
    if (mail?.kind === 'refused') return mail;
    const id = `inv_${randomBase62(18)}`;
    const isMailed = mailing !== undefined;
    const secret = isMailed ? mailedSecretOf(id, mailKeys) : makeSessionSecret();
    const secretHash = hashSessionSecret(secret, invitationKeys);
    const now = new Date(clock.now());
    const expiresAt = new Date(now.getTime() + VALID_MS);
    const row = {
      id,
      workspaceId: workspace.id,
      email,
      role,
      secretHash,
      invitedBy: user.id,
      maxByWorkspace: limits.maxInvitations,
      maxByPerson: limits.maxPersonInvitations,
      now,
      expiresAt,
      mailIn: isMailed ? preferredLanguageOf(headers['accept-language']) : undefined,
    };
    const insert = () => insertInvitation(db, row, auditActorOfPerson(request));
    const outcome = await (mail ? countUnlessAway(mail, insert) : insert());
    if (outcome.kind !== 'invited') {
      await mail?.cancel();
      return refusalOf(outcome, limits);
    }
    const invitation = invitationViewOf({ id, email, role, isMailed, createdAt: now, expiresAt });
    mailing?.trigger();
    // in the URL's fragment, so that no server and no log sees the secret when the page is opened
    const handedOn = { secret, path: `/app/invitation#${secret}` };
    return answer(201, { invitation, ...(!isMailed && handedOn) });
  }

  async function withdraw(request: ConsoleRequest): Promise<ConsoleOutcome> {
    const { workspace, params } = request;
    const by = auditActorOfPerson(request);
    const outcome = await withdrawInvitation(db, workspace.id, params['invitation'] ?? '', by);
    return outcome.kind === 'withdrawn' ? answer(204, undefined) : refuse('INVITATION_NOT_FOUND');
  }

  const { invitations, invitation } = consolePaths;
  const access = { role: 'admin' } as const;
  return [
    { method: 'GET', path: invitations, access, isWrite: false, handle: list },
    { method: 'POST', path: invitations, access, isWrite: true, handle: invite },
    { method: 'DELETE', path: invitation, access, isWrite: true, handle: withdraw },
  ];
}
