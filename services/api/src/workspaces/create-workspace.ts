// Creates a workspace for an existing person. Its billing periods are anchored on today, UTC.

import { chooseShard, type Db, type Plan } from '@kurz/database';
import { makeId } from '@kurz/process';
import { changesOfNew, SYSTEM, type AuditActor } from '../audit/audit-event';
import { writeAuditEvents } from '../audit/write-audit-events';
import { findUserByEmail } from '../people/find-user-by-email';
import { mayOwnAnother } from './may-own-another';

export type CreateWorkspaceOutcome =
  | { kind: 'created'; workspaceId: string }
  | { kind: 'no_such_user' }
  /** The owner already owns `most` workspaces. */
  | { kind: 'too_many' };

type NewWorkspace = {
  name: string;
  plan: Plan;
  isYearly: boolean;
  /** How many workspaces the owner may own, the personal one included; default: any number. */
  most?: number;
} & ({ ownerId: string } | { ownerEmail: string });

export async function createWorkspace(
  db: Db,
  workspace: NewWorkspace,
  by: AuditActor = SYSTEM,
): Promise<CreateWorkspaceOutcome> {
  const { name, plan, isYearly, most = Number.POSITIVE_INFINITY } = workspace;
  return db.transaction().execute(async (transaction) => {
    const ownerId =
      'ownerId' in workspace ? workspace.ownerId : await findUserByEmail(transaction, workspace.ownerEmail);
    if (ownerId === undefined) return { kind: 'no_such_user' };
    if (!(await mayOwnAnother(transaction, ownerId, most))) return { kind: 'too_many' };
    const workspaceId = makeId('ws');
    const shard = await chooseShard(transaction, workspaceId);
    await transaction
      .insertInto('workspaces')
      .values({ id: workspaceId, name, owner_id: ownerId, plan, is_yearly: isYearly, shard })
      .execute();
    await transaction
      .insertInto('members')
      .values({ workspace_id: workspaceId, user_id: ownerId, role: 'owner' })
      .execute();
    const subject = { subjectId: workspaceId, subjectName: name, workspaceId };
    await writeAuditEvents(transaction, by, [
      { action: 'workspace.created', ...subject, changes: changesOfNew({ ownerId, plan, isYearly }) },
    ]);
    return { kind: 'created', workspaceId };
  });
}
