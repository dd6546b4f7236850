// `kurz member …`

import { removeMember, setMember } from '@kurz/api';
import { Argument } from 'commander';
import { done, failed, type AdminAnswer } from '../answer/admin-answer';
import { addCommand, type CommandGroup } from './command-group';
import type { AdminConnection } from '../connection/admin-connection';

/** The owner's role moves by `workspace transfer` only. */
const ROLES = ['admin', 'member', 'viewer'] as const;
type GivenRole = (typeof ROLES)[number];

const ownerStays = (email: string) =>
  failed(`${email} owns the workspace; "workspace transfer" gives it to another member`);
const inTransfer = (id: string) => failed(`workspace ${id} is being handed over; end the transfer first`);

async function setRole(
  { db, by }: AdminConnection,
  id: string,
  email: string,
  role: GivenRole,
): Promise<AdminAnswer> {
  const outcome = await setMember(db, id, email, role, by);
  switch (outcome.kind) {
    case 'set':
      return done({ workspaceId: id, email, role }, `${email} is ${role} in workspace ${id}`);
    case 'no_such_workspace':
      return failed(`there is no workspace ${id}`);
    case 'no_such_user':
      return failed(`there is no user with the email ${email}`);
    case 'is_owner':
      return ownerStays(email);
    case 'is_personal':
      return failed(`workspace ${id} is the personal workspace of somebody else`);
    case 'in_transfer':
      return inTransfer(id);
  }
}

async function endMembership({ db, by }: AdminConnection, id: string, email: string): Promise<AdminAnswer> {
  const outcome = await removeMember(db, id, email, by);
  switch (outcome.kind) {
    case 'removed':
      return done({ workspaceId: id, email }, `${email} is no longer a member of workspace ${id}`);
    // the operator has no session
    case 'not_allowed':
    case 'no_such_workspace':
      return failed(`there is no workspace ${id}`);
    case 'no_such_user':
      return failed(`there is no user with the email ${email}`);
    case 'not_a_member':
      return failed(`${email} is not a member of workspace ${id}`);
    case 'is_owner':
      return ownerStays(email);
    case 'in_transfer':
      return inTransfer(id);
  }
}

/** Adds `member set` and `remove`. */
export const addMemberCommands: CommandGroup = (program, run) => {
  const group = program.command('member').description('people in workspaces and their roles');

  addCommand(group, 'set', 'makes a person a member, or gives a member another role, at once')
    .argument('<workspace>', 'id of the workspace')
    .argument('<email>')
    .addArgument(new Argument('<role>').choices(ROLES))
    .action((id: string, email: string, role: GivenRole, options: { json?: boolean }) =>
      run((connection) => setRole(connection, id, email, role), options),
    );

  addCommand(group, 'remove', 'ends a membership, at once; tokens lose their access with it')
    .argument('<workspace>', 'id of the workspace')
    .argument('<email>')
    .action((id: string, email: string, options: { json?: boolean }) =>
      run((connection) => endMembership(connection, id, email), options),
    );
};
