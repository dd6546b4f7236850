// `kurz token …`

import { allScopes, listTokens, listWorkspaces, revokeToken, type Grant } from '@kurz/api';
import type { Scope } from '@kurz/database';
import type { Command } from 'commander';
import { done, failed } from './admin-answer';
import { addCommand, type CommandGroup } from './command-group';
import { createTokenOfUser, createTokenOfWorkspace } from './create-token';
import type { AdminWork } from './run-admin-command';
import { scopesOf } from './scopes-of';
import { tableOf } from './table-of';
import { withGrant } from './with-grant';

type CreateOptions = {
  workspace?: string;
  scopes?: Scope[];
  user?: string;
  personal?: Scope[];
  grant?: Grant[];
  name: string;
  json?: boolean;
};
type ListOptions = { workspace: string; json?: boolean };

const ONE_OF_BOTH = 'say --workspace <id> with --scopes, or --user <email> with --grant, --personal or both';

function workOfCreation(options: CreateOptions): AdminWork | undefined {
  const {
    workspace: workspaceId,
    scopes,
    user: userEmail,
    personal: personalScopes = [],
    grant: grants = [],
    name,
  } = options;
  const isGranted = personalScopes.length > 0 || grants.length > 0;
  if (workspaceId !== undefined && scopes && userEmail === undefined && !isGranted) {
    return (connection) => createTokenOfWorkspace(connection, { workspaceId, name, scopes });
  }
  if (userEmail !== undefined && isGranted && workspaceId === undefined && !scopes) {
    return (connection) => createTokenOfUser(connection, { userEmail, name, personalScopes, grants });
  }
  return undefined;
}

/** Adds `token create`, `list` and `revoke`. */
export const addTokenCommands: CommandGroup = (program, run) => {
  const group = program.command('token').description('tokens for the API');

  addCommand(group, 'create', 'makes a token and prints its secret, this once')
    .requiredOption('--name <name>')
    .option('--workspace <id>', 'id of the workspace it acts as')
    .option('--scopes <a,b>', `what it may do there: any of ${allScopes.join(', ')}`, scopesOf)
    .option('--user <email>', 'person it acts as, within their role in each workspace')
    .option('--personal <a,b>', 'what it may do in the personal workspace', scopesOf)
    .option('--grant <id=a,b>', 'what it may do in another workspace; can be repeated', withGrant)
    .action((options: CreateOptions, command: Command) => {
      const work = workOfCreation(options);
      return work ? run(work, options) : command.error(`error: ${ONE_OF_BOTH}`);
    });

  addCommand(group, 'list', "lists a workspace's tokens")
    .requiredOption('--workspace <id>', 'id of the workspace')
    .action(({ workspace, json }: ListOptions) =>
      run(
        async ({ db }) => {
          const workspaces = await listWorkspaces(db);
          if (!workspaces.some(({ workspaceId }) => workspaceId === workspace))
            return failed(`there is no workspace ${workspace}`);
          const tokens = await listTokens(db, workspace);
          const withIds = tokens.map(({ tokenId, ...facts }) => ({ id: tokenId, ...facts }));
          const rows = tokens.map(({ tokenId, name, lastFour, scopes, revokedAt }) => ({
            id: tokenId,
            name,
            secret: `…${lastFour}`,
            scopes: scopes.join(','),
            state: revokedAt === null ? 'works' : 'revoked',
          }));
          return done({ tokens: withIds }, tableOf(rows, 'The workspace has no tokens.'));
        },
        { json },
      ),
    );

  addCommand(group, 'revoke', 'makes a token useless, at once and for ever')
    .argument('<token>', 'id of the token')
    .action((id: string, { json }: { json?: boolean }) =>
      run(
        async ({ db }) => {
          const outcome = await revokeToken(db, id);
          if (outcome.kind === 'no_such_token') return failed(`there is no token ${id}`);
          return done({ id }, `Revoked token ${id}`);
        },
        { json },
      ),
    );
};
