// `kurz workspace delete` and `kurz user delete`: access ends at once, links are deleted one by one. A killed command
// can be run again; a running API also finishes its work.

import { deletePerson, deleteWorkspace, runSweeps } from '@kurz/api';
import type { Command } from 'commander';
import { accountOf } from './account-of';
import { done, failed, type AdminAnswer } from '../answer/admin-answer';
import type { AdminConnection } from '../connection/admin-connection';
import { addCommand } from './command-group';
import type { AdminRunner } from './run-admin-command';

type UserOptions = { user?: string; withSharedWorkspaces?: boolean; json?: boolean };

const ABOUT_WORKSPACE = `deletes a workspace with its links, domains, tokens and counts

Access ends for everybody at once. Then its links are deleted, 200 at a time. This cannot be undone: export the workspace
first if you need anything in it. If the command is killed, run it again. docs/privacy.md says what is kept for how long.`;

const ABOUT_USER = `deletes a person with their account, tokens and own workspaces

Refused while a workspace of theirs has other members: transfer or delete it first, or use --with-shared-workspaces.
What they did in workspaces of others stays in the audit log there, with only their id.`;

/** This command finishes the deletion itself. When it is killed, a loop of the API takes over after this time. */
const SWEEP_AFTER = '30 seconds';

async function removeWorkspace(
  { db, by, applyChanges }: AdminConnection,
  workspaceId: string,
): Promise<AdminAnswer> {
  const outcome = await deleteWorkspace(db, { workspaceId, sweepAfter: SWEEP_AFTER }, by);
  switch (outcome.kind) {
    // the operator has no session
    case 'not_allowed':
    case 'no_such_workspace':
      return failed(`there is no workspace ${workspaceId}`);
    case 'is_personal':
      return failed(`${workspaceId} is a personal workspace: it is deleted with its person (user delete)`);
    case 'in_transfer':
      return failed(`${workspaceId} is being handed over: end or cancel the transfer first`);
    case 'deleted':
    case 'being_deleted': {
      await applyChanges();
      const links = await runSweeps(db, applyChanges, by);
      return done({ id: workspaceId, links }, `Deleted workspace ${workspaceId} with ${links} links`);
    }
  }
}

async function removePerson(
  connection: AdminConnection,
  email: string,
  { user: named, withSharedWorkspaces: isSharedToo = false }: UserOptions,
): Promise<AdminAnswer> {
  const account = await accountOf(connection, email, named);
  if (account.kind !== 'account') return account;
  const { userId } = account;
  const { db, by, applyChanges } = connection;
  const outcome = await deletePerson(db, { userId, isSharedToo, sweepAfter: SWEEP_AFTER }, by);
  switch (outcome.kind) {
    case 'deleted': {
      await applyChanges();
      const links = await runSweeps(db, applyChanges, by);
      const { workspaceIds } = outcome;
      return done(
        { id: userId, workspaceIds, links },
        `Deleted user ${userId} with ${workspaceIds.length} workspaces and ${links} links`,
      );
    }
    case 'owns_shared': {
      const workspaces = outcome.workspaces.map(({ id, name }) => ({ id, name }));
      const names = workspaces.map(({ id, name }) => `${id} (${name})`).join(', ');
      return failed(
        `${email} owns workspaces with other members: ${names}; transfer or delete them first, or use --with-shared-workspaces`,
        { workspaces },
      );
    }
    case 'no_such_user':
    case 'session_ended':
    case 'changed_meanwhile':
    case 'owns_suspended':
      return failed(`there is no user with the email ${email}`);
  }
}

export function addWorkspaceDeletion(group: Command, run: AdminRunner): void {
  addCommand(group, 'delete', ABOUT_WORKSPACE)
    .summary('deletes a workspace with everything in it')
    .argument('<workspace>', 'id of the workspace')
    .action((id: string, { json }: { json?: boolean }) =>
      run((connection) => removeWorkspace(connection, id), { json }),
    );
}

export function addUserDeletion(group: Command, run: AdminRunner): void {
  addCommand(group, 'delete', ABOUT_USER)
    .summary('deletes a person with everything of theirs')
    .argument('<email>')
    .option('--with-shared-workspaces', 'also delete their workspaces that have other members')
    .option('--user <id>', 'which account, when nobody has proven the address')
    .action((email: string, options: UserOptions) =>
      run((connection) => removePerson(connection, email, options), options),
    );
}
