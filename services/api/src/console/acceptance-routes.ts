// The endpoints for the person who was invited: what the invitation is for, joining with an account, and joining by
// making one. The secret comes in the body, because addresses end up in logs.

import type { Db } from '@kurz/database';
import type { Clock } from '@kurz/process';
import { hashPassword } from '@kurz/password-hash';
import type { KeyRing } from '../access/key-ring';
import { auditActorOfPerson } from '../audit/audit-actor-of';
import { isStoreAway } from '../errors/is-store-away';
import { refuse, type Refusal } from '../errors/refusal';
import { makeBodyReader } from '../http/body-reader';
import type {
  ConsoleOutcome,
  ConsoleRoute,
  ConsoleUser,
  PublicRequest,
  UserRequest,
} from '../http/console-route';
import { answer, TRANSFER_RETRY_SECONDS } from '../http/route';
import { refusalOfPassword } from '../people/validate-password';
import { ACCESS_SECONDS } from '../sessions/access-token';
import { hashesOfSessionSecret } from '../sessions/session-secret';
import type { Sessions } from '../sessions/sessions';
import { acceptInvitation, type AcceptInvitationOutcome } from '../workspaces/members/accept-invitation';
import { findInvitation, type OpenInvitation } from '../workspaces/members/find-invitation';
import { signUp } from '../workspaces/members/sign-up';
import { consolePaths } from './console-paths';

const readSecret = makeBodyReader<{ secret: string }>({
  type: 'object',
  required: ['secret'],
  properties: { secret: { type: 'string' } },
});

const readSignUp = makeBodyReader<{ secret: string; password: string }>({
  type: 'object',
  required: ['secret', 'password'],
  properties: { secret: { type: 'string' }, password: { type: 'string' } },
});

function refusalOf({ kind }: Exclude<AcceptInvitationOutcome, { kind: 'joined' }>): Refusal {
  switch (kind) {
    case 'no_such_invitation':
      return refuse('INVITATION_NOT_FOUND');
    case 'for_another':
      return refuse('INVITATION_FOR_ANOTHER');
    case 'unverified':
      return refuse('EMAIL_UNPROVEN');
    case 'already_member':
      return refuse('ALREADY_MEMBER');
    case 'suspended':
      return refuse('WORKSPACE_SUSPENDED');
    case 'in_transfer':
      return refuse('TRANSFER_IN_PROGRESS', {}, { 'Retry-After': TRANSFER_RETRY_SECONDS });
  }
}

function invitationViewOf({ workspaceName, email, role, expiresAt, hasAccount }: OpenInvitation) {
  return { workspaceName, email, role, expiresAt: expiresAt.toISOString(), hasAccount };
}

type Deps = { db: Db; clock: Clock; sessions: Sessions };

export function makeAcceptanceRoutes(
  { db, clock, sessions }: Deps,
  { invitationKeys }: { invitationKeys: KeyRing },
): ConsoleRoute[] {
  const now = () => new Date(clock.now());

  async function find(
    secret: string,
  ): Promise<{ secretHashes: readonly Buffer[]; invitation: OpenInvitation } | undefined> {
    const secretHashes = hashesOfSessionSecret(secret, invitationKeys);
    if (secretHashes.length === 0) return undefined;
    const invitation = await findInvitation(db, secretHashes, now());
    return invitation && { secretHashes, invitation };
  }

  async function read({ body }: PublicRequest): Promise<ConsoleOutcome> {
    const named = readSecret(body);
    if (named.kind === 'refused') return named;
    const found = await find(named.body.secret);
    if (!found) return refuse('INVITATION_NOT_FOUND');
    return answer(200, { invitation: invitationViewOf(found.invitation) });
  }

  async function accept(request: UserRequest): Promise<ConsoleOutcome> {
    const { body, user } = request;
    const named = readSecret(body);
    if (named.kind === 'refused') return named;
    const secretHashes = hashesOfSessionSecret(named.body.secret, invitationKeys);
    if (secretHashes.length === 0) return refuse('INVITATION_NOT_FOUND');
    const acceptance = { secretHashes, user, now: now() };
    const outcome = await acceptInvitation(db, acceptance, auditActorOfPerson(request));
    if (outcome.kind !== 'joined') return refusalOf(outcome);
    return answer(200, { workspaceId: outcome.workspaceId, role: outcome.role });
  }

  async function makeAccount(request: PublicRequest): Promise<ConsoleOutcome> {
    const named = readSignUp(request.body);
    if (named.kind === 'refused') return named;
    const { secret, password } = named.body;
    const found = await find(secret);
    if (!found) return refuse('INVITATION_NOT_FOUND');
    const { secretHashes, invitation } = found;
    if (invitation.hasAccount) return refuse('EMAIL_TAKEN');
    if (invitation.isSuspended) return refusalOf({ kind: 'suspended' });
    if (invitation.isInTransfer) return refusalOf({ kind: 'in_transfer' });
    const { email } = invitation;
    const unusable = refusalOfPassword('password', password, email);
    if (unusable) return unusable;
    const passwordHash = await hashPassword(password);
    const outcome = await signUp(db, { secretHashes, passwordHash, now: now() });
    if (outcome.kind === 'email_taken') return refuse('EMAIL_TAKEN');
    if (outcome.kind !== 'signed_up') return refusalOf(outcome);
    const { userId, isEmailProven, workspaceId, role } = outcome;
    const user: ConsoleUser = { id: userId, email, isEmailProven };
    const joined = answer(201, { user, workspaceId, role, expiresIn: ACCESS_SECONDS });
    // the invitation is used up: after an error the person would try again, and read that there is none
    const opened = await sessions.open({ userId, passwordHash }, request).catch((error: unknown) => {
      if (!isStoreAway(error)) throw error;
      return undefined;
    });
    return opened?.kind === 'opened' ? { ...joined, cookies: opened.cookies } : joined;
  }

  const { invitationReading, invitationAcceptance, invitationSignUp } = consolePaths;
  const open = { access: 'public', isWrite: false } as const;
  return [
    { method: 'POST', path: invitationReading, ...open, handle: read },
    { method: 'POST', path: invitationAcceptance, access: 'user', isWrite: true, handle: accept },
    { method: 'POST', path: invitationSignUp, ...open, handle: makeAccount },
  ];
}
