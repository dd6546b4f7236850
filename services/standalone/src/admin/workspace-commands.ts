// `kurz workspace …`

import { createWorkspace, listWorkspaces, readWorkspaceName, setPlan } from '@kurz/api';
import type { Plan } from '@kurz/database';
import { Argument, Option } from 'commander';
import { done, failed } from './admin-answer';
import { answerOfRefusal } from './answer-of-refusal';
import { addCommand, type CommandGroup } from './command-group';
import { tableOf } from './table-of';
import { addTransferCommands } from './transfer-commands';

type CreateOptions = { name: string; owner: string; plan: Plan; yearly?: boolean; json?: boolean };

const PLANS: readonly Plan[] = ['free', 'basic', 'pro', 'team', 'business'];

/** Adds `workspace create`, `set-plan`, `list` and `transfer`. */
export const addWorkspaceCommands: CommandGroup = (program, run) => {
  const group = program.command('workspace').description('workspaces and their plans');

  addCommand(group, 'create', 'adds a workspace')
    .requiredOption('--name <name>')
    .requiredOption('--owner <email>', 'email of a user')
    .addOption(new Option('--plan <plan>').choices(PLANS).makeOptionMandatory())
    .option('--yearly', "carry the whole year's links as one pool")
    .action(({ name: said, owner, plan, yearly = false, json }: CreateOptions) =>
      run(
        async ({ db }) => {
          const named = readWorkspaceName({ name: said });
          if (named.kind === 'refused') return answerOfRefusal(named);
          const { name } = named;
          const outcome = await createWorkspace(db, { name, ownerEmail: owner, plan, isYearly: yearly });
          if (outcome.kind === 'no_such_user') return failed(`there is no user with the email ${owner}`);
          return done({ id: outcome.workspaceId }, `Created workspace ${outcome.workspaceId}`);
        },
        { json },
      ),
    );

  addCommand(group, 'set-plan', 'puts a workspace on another plan, at once')
    .argument('<workspace>', 'id of the workspace')
    .addArgument(new Argument('<plan>').choices(PLANS))
    .action((id: string, plan: Plan, { json }: { json?: boolean }) =>
      run(
        async ({ db }) => {
          const outcome = await setPlan(db, id, plan);
          if (outcome.kind === 'no_such_workspace') return failed(`there is no workspace ${id}`);
          return done({ id, plan }, `Workspace ${id} is on the plan ${plan}`);
        },
        { json },
      ),
    );

  addCommand(group, 'list', 'lists all workspaces').action(({ json }: { json?: boolean }) =>
    run(
      async ({ db }) => {
        const workspaces = await listWorkspaces(db);
        const withIds = workspaces.map(({ workspaceId, ...facts }) => ({ id: workspaceId, ...facts }));
        const rows = workspaces.map(({ workspaceId, name, ownerEmail, plan, isYearly, isPersonal }) => ({
          id: workspaceId,
          name,
          owner: ownerEmail,
          plan: isYearly ? `${plan}, yearly` : plan,
          kind: isPersonal ? 'personal' : 'team',
        }));
        return done({ workspaces: withIds }, tableOf(rows, 'There are no workspaces.'));
      },
      { json },
    ),
  );

  addTransferCommands(group, run);
};
