// `kurz token …`

import {
  allScopes,
  listTokens,
  listWorkspaces,
  validateTokenLimits,
  revokeToken,
  type Grant,
  type ListedToken,
  type TokenLimits,
} from '@kurz/api';
import type { Scope } from '@kurz/database';
import { InvalidArgumentError, type Command } from 'commander';
import { done, failed } from '../answer/admin-answer';
import { answerOfRefusal } from '../answer/answer-of-refusal';
import { addCommand, type CommandGroup } from './command-group';
import { createTokenOfUser, createTokenOfWorkspace } from './create-token';
import type { AdminWork } from './run-admin-command';
import { scopesOf } from './scopes-of';
import { tableOf } from '../answer/table-of';

/** Parses a grant from one command-line argument, `<workspace>=<scope>,<scope>`, and adds it to the earlier grants. */
function withGrant(text: string, earlier: readonly Grant[] = []): Grant[] {
  const [workspaceId = '', scopes, ...more] = text.split('=').map((part) => part.trim());
  if (workspaceId === '' || !scopes || more.length > 0) {
    throw new InvalidArgumentError('A grant is <workspace>=<scope>,<scope>.');
  }
  if (earlier.some((grant) => grant.workspaceId === workspaceId)) {
    throw new InvalidArgumentError(`The workspace ${workspaceId} is granted twice.`);
  }
  return [...earlier, { workspaceId, scopes: scopesOf(scopes) }];
}

type CreateOptions = {
  workspace?: string;
  scopes?: Scope[];
  user?: string;
  personal?: Scope[];
  grant?: Grant[];
  name: string;
  expires?: string;
  network?: string[];
  json?: boolean;
};
type ListOptions = { workspace: string; json?: boolean };

const ONE_OF_BOTH = 'use --workspace <id> with --scopes, or --user <email> with --grant, --personal or both';

function workOfCreation(options: CreateOptions): AdminWork | undefined {
  const {
    workspace: workspaceId,
    scopes,
    user: userEmail,
    personal: personalScopes = [],
    grant: grants = [],
    name,
    expires: expiresAt,
    network: networks,
  } = options;
  const limited = (work: (limits: TokenLimits) => AdminWork): AdminWork => {
    const read = validateTokenLimits({ expiresAt, networks }, new Date());
    return read.kind === 'limits' ? work(read.limits) : () => Promise.resolve(answerOfRefusal(read));
  };
  const isGranted = personalScopes.length > 0 || grants.length > 0;
  if (workspaceId !== undefined && scopes && userEmail === undefined && !isGranted) {
    return limited(
      (limits) => (connection) => createTokenOfWorkspace(connection, { workspaceId, name, scopes, limits }),
    );
  }
  if (userEmail !== undefined && isGranted && workspaceId === undefined && !scopes) {
    return limited(
      (limits) => (connection) =>
        createTokenOfUser(connection, { userEmail, name, personalScopes, grants, limits }),
    );
  }
  return undefined;
}

const collect = (value: string, before: string[] = []) => [...before, value];

function stateOf({ revokedAt, expiresAt }: ListedToken): string {
  if (revokedAt !== null) return 'revoked';
  return expiresAt !== null && expiresAt <= new Date() ? 'expired' : 'works';
}

function rowOf(token: ListedToken) {
  const { tokenId, name, lastFour, scopes, expiresAt, lastUsedOn, networks } = token;
  return {
    id: tokenId,
    name,
    secret: `…${lastFour}`,
    scopes: scopes.join(','),
    state: stateOf(token),
    expires: expiresAt?.toISOString() ?? '',
    'last used': lastUsedOn ?? '',
    networks: networks.join(','),
  };
}

/** Adds `token create`, `list` and `revoke`. */
export const addTokenCommands: CommandGroup = (program, run) => {
  const group = program.command('token').description('tokens for the API');

  addCommand(group, 'create', 'creates a token and prints its secret, only once')
    .requiredOption('--name <name>')
    .option('--workspace <id>', 'id of the workspace it acts as')
    .option('--scopes <a,b>', `what it may do there: any of ${allScopes.join(', ')}`, scopesOf)
    .option('--user <email>', 'person it acts as, within their role in each workspace')
    .option('--personal <a,b>', 'what it may do in the personal workspace', scopesOf)
    .option('--grant <id=a,b>', 'what it may do in another workspace; can be repeated', withGrant)
    .option('--expires <time>', 'when it ends, such as 2026-12-31T23:59:00Z; default never')
    .option('--network <cidr>', 'network it works from; can be repeated; default anywhere', collect)
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
          return done({ tokens: withIds }, tableOf(tokens.map(rowOf), 'The workspace has no tokens.'));
        },
        { json },
      ),
    );

  addCommand(group, 'revoke', 'revokes a token, at once and for good')
    .argument('<token>', 'id of the token')
    .action((id: string, { json }: { json?: boolean }) =>
      run(
        async ({ db, by }) => {
          const outcome = await revokeToken(db, id, undefined, by);
          if (outcome.kind === 'no_such_token') return failed(`there is no token ${id}`);
          return done({ id }, `Revoked token ${id}`);
        },
        { json },
      ),
    );
};
