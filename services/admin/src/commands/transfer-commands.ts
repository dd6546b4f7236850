// `kurz workspace transfer …`

import { beginTransfer, endTransfer } from '@kurz/api';
import type { Command } from 'commander';
import { done, failed, type AdminAnswer } from '../answer/admin-answer';
import { addCommand } from './command-group';
import type { AdminConnection } from '../connection/admin-connection';
import type { AdminRunner } from './run-admin-command';

async function begin({ db, by }: AdminConnection, id: string, to: string): Promise<AdminAnswer> {
  const outcome = await beginTransfer(db, id, to, by);
  switch (outcome.kind) {
    case 'begun':
      return done(
        { id, to, isInTransfer: true },
        `Workspace ${id} is being handed to ${to}: no writes until the transfer ends`,
      );
    // the operator has no role that could end
    case 'not_allowed':
    case 'no_such_workspace':
      return failed(`there is no workspace ${id}`);
    case 'is_personal':
      return failed(`workspace ${id} is personal and stays with its person`);
    case 'already_in_transfer':
      return failed(`workspace ${id} is being handed over already`);
    case 'unverified':
      return failed(`nobody has proven ${to}; "user prove-email" vouches for it`);
    case 'no_such_user':
      return failed(`there is no user with the email ${to}`);
    case 'not_a_member':
      return failed(`${to} is not a member of workspace ${id}`);
    case 'is_owner':
      return failed(`${to} owns workspace ${id} already`);
  }
}

async function end({ db, by }: AdminConnection, id: string): Promise<AdminAnswer> {
  const outcome = await endTransfer(db, id, undefined, by);
  switch (outcome.kind) {
    case 'ended':
      return done(
        { id, ownerId: outcome.ownerId, isInTransfer: false },
        `Workspace ${id} belongs to ${outcome.ownerId}; its former owner is an admin`,
      );
    case 'no_such_workspace':
      return failed(`there is no workspace ${id}`);
    case 'too_many':
      return failed('the new owner already owns as many workspaces as a person may own');
    case 'no_transfer':
    case 'for_another':
      return failed(`workspace ${id} is not being handed over`);
  }
}

/** Adds `transfer begin` and `end` to the group `workspace`. */
export function addTransferCommands(workspace: Command, run: AdminRunner): void {
  const group = workspace.command('transfer').description('hands a workspace to another of its members');

  addCommand(group, 'begin', 'begins a transfer: from now on, every write in the workspace answers 423')
    .argument('<workspace>', 'id of the workspace')
    .requiredOption('--to <email>', 'the member who becomes its owner')
    .action((id: string, { to, json }: { to: string; json?: boolean }) =>
      run((connection) => begin(connection, id, to), { json }),
    );

  addCommand(group, 'end', 'gives the workspace to its new owner and allows writes again')
    .argument('<workspace>', 'id of the workspace')
    .action((id: string, options: { json?: boolean }) => run((connection) => end(connection, id), options));
}
