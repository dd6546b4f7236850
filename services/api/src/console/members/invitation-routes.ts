// The endpoints by which admins invite people to a workspace. No mail is sent: the answer carries the secret once, and
// the path of the page that it opens, for the inviter to hand on.

import type { Db } from '@kurz/database';
import { randomBase62, type Clock } from '@kurz/process';
import { refuse, type Refusal } from '../../errors/refusal';
import { answer } from '../../server/route';
import { TRANSFER_RETRY_SECONDS } from '../../server/serve-route';
import { consolePaths } from '../console-paths';
import type { ConsoleOutcome, ConsoleRequest, ConsoleRoute } from '../console-route';
import { hashSessionSecret, makeSessionSecret } from '../sessions/session-secret';
import { findInvitations, type Invitation } from './find-invitations';
import { insertInvitation, type InsertInvitationOutcome } from './insert-invitation';
import { readNewInvitation } from './read-new-invitation';
import { withdrawInvitation } from './withdraw-invitation';

const VALID_MS = 7 * 24 * 3_600_000;

function refusalOf({ kind }: Exclude<InsertInvitationOutcome, { kind: 'invited' }>): Refusal {
  switch (kind) {
    case 'no_such_workspace':
      return refuse('WORKSPACE_NOT_FOUND');
    case 'is_personal':
      return refuse('PERSONAL_WORKSPACE');
    case 'in_transfer':
      return refuse('TRANSFER_IN_PROGRESS', {}, { 'Retry-After': TRANSFER_RETRY_SECONDS });
    case 'already_member':
      return refuse('ALREADY_MEMBER');
  }
}

function shownInvitation({ id, email, role, createdAt, expiresAt }: Invitation) {
  return { id, email, role, createdAt: createdAt.toISOString(), expiresAt: expiresAt.toISOString() };
}

export function makeInvitationRoutes(
  { db, clock }: { db: Db; clock: Clock },
  { invitationKey }: { invitationKey: Buffer },
): ConsoleRoute[] {
  async function list({ workspace }: ConsoleRequest): Promise<ConsoleOutcome> {
    const invitations = await findInvitations(db, workspace.id, new Date(clock.now()));
    return answer(200, { invitations: invitations.map(shownInvitation) });
  }

  async function invite({ workspace, user, body }: ConsoleRequest): Promise<ConsoleOutcome> {
    const read = readNewInvitation(body);
    if (read.kind === 'refused') return read;
    const { email, role } = read;
    const secret = makeSessionSecret();
    const secretHash = hashSessionSecret(secret, invitationKey);
    if (!secretHash) throw new Error('a new invitation does not have its own shape');
    const now = new Date(clock.now());
    const expiresAt = new Date(now.getTime() + VALID_MS);
    const id = `inv_${randomBase62(18)}`;
    const row = {
      id,
      workspaceId: workspace.id,
      email,
      role,
      secretHash,
      invitedBy: user.id,
      now,
      expiresAt,
    };
    const outcome = await insertInvitation(db, row);
    if (outcome.kind !== 'invited') return refusalOf(outcome);
    const invitation = shownInvitation({ id, email, role, createdAt: now, expiresAt });
    // behind the hash, so that no server and no log gets to see it when the page is opened
    return answer(201, { invitation, secret, path: `/app/invitation#${secret}` });
  }

  async function withdraw({ workspace, params }: ConsoleRequest): Promise<ConsoleOutcome> {
    const outcome = await withdrawInvitation(db, workspace.id, params['invitation'] ?? '');
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
