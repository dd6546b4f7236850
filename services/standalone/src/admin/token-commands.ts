// `kurz token …`

import {
  allScopes,
  createWorkspaceToken,
  listTokens,
  listWorkspaces,
  revokeToken,
  scopesNamed,
} from '@kurz/api';
import type { Scope } from '@kurz/database';
import { InvalidArgumentError } from 'commander';
import { done, failed } from './admin-answer';
import { addCommand, type CommandGroup } from './command-group';
import { tableOf } from './table-of';

type CreateOptions = { workspace: string; name: string; scopes: Scope[]; json?: boolean };
type ListOptions = { workspace: string; json?: boolean };

function scopesOf(text: string): Scope[] {
  const named = scopesNamed(text.split(',').map((scope) => scope.trim()));
  if (named.kind === 'scopes') return named.scopes;
  throw new InvalidArgumentError(`There is no scope "${named.name}"; scopes are ${allScopes.join(', ')}.`);
}

/** Adds `token create`, `list` and `revoke`. */
export const addTokenCommands: CommandGroup = (program, run) => {
  const group = program.command('token').description('workspace tokens for the API');

  addCommand(group, 'create', 'makes a token and prints its secret, this once')
    .requiredOption('--workspace <id>', 'id of the workspace it acts as')
    .requiredOption('--name <name>')
    .requiredOption('--scopes <a,b>', `any of ${allScopes.join(', ')}`, scopesOf)
    .action(({ workspace, name, scopes, json }: CreateOptions) =>
      run(
        async ({ db, tokenPepper }) => {
          const outcome = await createWorkspaceToken(db, tokenPepper, {
            workspaceId: workspace,
            name,
            scopes,
          });
          if (outcome.kind === 'no_such_workspace') return failed(`there is no workspace ${workspace}`);
          const { tokenId, secret } = outcome;
          return done({ id: tokenId, secret }, `Created token ${tokenId}\n${secret}\n(shown this once)`);
        },
        { json },
      ),
    );

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
