// `kurz workspace …`

import {
  createWorkspace,
  listWorkspaces,
  validateWorkspaceName,
  runSweeps,
  setPlan,
  suspendWorkspace,
} from '@kurz/api';
import type { Plan } from '@kurz/database';
import { Argument, Option, type Command } from 'commander';
import { done, failed, type AdminAnswer } from '../answer/admin-answer';
import type { AdminConnection } from '../connection/admin-connection';
import { answerOfRefusal } from '../answer/answer-of-refusal';
import { addCommand, type CommandGroup } from './command-group';
import { addWorkspaceImport } from './import-workspace-command';
import { addWorkspaceDeletion } from './deletion-commands';
import { addWorkspaceExport, type ExportCommandsDeps } from './export-commands';
import type { AdminRunner } from './run-admin-command';
import { tableOf } from '../answer/table-of';
import { addTransferCommands } from './transfer-commands';

type CreateOptions = { name: string; owner: string; plan: Plan; yearly?: boolean; json?: boolean };

type PlanOptions = { yearly?: true; monthly?: true; json?: boolean };

const PLANS: readonly Plan[] = ['free', 'basic', 'pro', 'team', 'business', 'unlimited'];

const ABOUT_SUSPEND = `stops a workspace with all its links, at once

Its links answer 410 and its domains lead nowhere, its tokens are refused (403 WORKSPACE_SUSPENDED), and its members see it
but can change nothing. Nothing is deleted: resume restores it.`;

const ABOUT_SET_PLAN = `puts a workspace on another plan, at once

The plan's limits apply from the next request. Another cadence (--yearly, --monthly) applies from the next billing period,
so that no period grants its links twice.`;

async function changePlan(
  { db, by }: AdminConnection,
  id: string,
  plan: Plan,
  { yearly, monthly }: PlanOptions,
): Promise<AdminAnswer> {
  const isYearly = yearly ?? (monthly ? false : undefined);
  const outcome = await setPlan(db, id, plan, by, isYearly);
  if (outcome.kind === 'no_such_workspace') return failed(`there is no workspace ${id}`);
  const { cadenceChange } = outcome;
  const later = cadenceChange
    ? `, ${cadenceChange.isYearly ? 'yearly' : 'monthly'} from ${cadenceChange.on} on`
    : '';
  return done(
    { id, plan, ...(cadenceChange && { cadenceChange }) },
    `Workspace ${id} is on the plan ${plan}${later}`,
  );
}

/** Always sweeps the links, because an earlier command may have been killed before its end. */
async function suspend(
  { db, by, applyChanges }: AdminConnection,
  id: string,
  isSuspended: boolean,
): Promise<AdminAnswer> {
  const outcome = await suspendWorkspace(db, id, isSuspended, by);
  if (outcome.kind === 'no_such_workspace') return failed(`there is no workspace ${id}`);
  await applyChanges();
  const links = await runSweeps(db, applyChanges, by);
  return done(
    { id, isSuspended, links },
    `Workspace ${id} is ${isSuspended ? 'suspended' : 'not suspended'}; ${links} links changed`,
  );
}

function addCommands(program: Command, run: AdminRunner): Command {
  const group = program.command('workspace').description('workspaces and their plans');

  addCommand(group, 'create', 'adds a workspace')
    .requiredOption('--name <name>')
    .requiredOption('--owner <email>', 'email of a user')
    .addOption(new Option('--plan <plan>').choices(PLANS).makeOptionMandatory())
    .option('--yearly', "grant the whole year's links as one pool")
    .action(({ name: said, owner, plan, yearly = false, json }: CreateOptions) =>
      run(
        async ({ db, by }) => {
          const named = validateWorkspaceName({ name: said });
          if (named.kind === 'refused') return answerOfRefusal(named);
          const { name } = named;
          const made = { name, ownerEmail: owner, plan, isYearly: yearly };
          const outcome = await createWorkspace(db, made, by);
          if (outcome.kind === 'no_such_user') return failed(`there is no user with the email ${owner}`);
          if (outcome.kind === 'too_many')
            return failed(`${owner} already owns as many workspaces as a person may own`);
          return done({ id: outcome.workspaceId }, `Created workspace ${outcome.workspaceId}`);
        },
        { json },
      ),
    );

  addCommand(group, 'set-plan', ABOUT_SET_PLAN)
    .summary('puts a workspace on another plan, at once')
    .argument('<workspace>', 'id of the workspace')
    .addArgument(new Argument('<plan>').choices(PLANS))
    .addOption(new Option('--yearly', 'links by the year, from the next billing period').conflicts('monthly'))
    .option('--monthly', 'links by the month, from the next billing period')
    .action((id: string, plan: Plan, options: PlanOptions) =>
      run((connection) => changePlan(connection, id, plan, options), options),
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

  for (const [name, isSuspended] of [['suspend', true] as const, ['resume', false] as const]) {
    addCommand(group, name, isSuspended ? ABOUT_SUSPEND : 'restores a suspended workspace, at once')
      .summary(isSuspended ? 'stops a workspace with all its links' : 'restores a suspended workspace')
      .argument('<workspace>', 'id of the workspace')
      .action((id: string, options: { json?: boolean }) =>
        run((connection) => suspend(connection, id, isSuspended), options),
      );
  }

  addTransferCommands(group, run);
  return group;
}

/** Adds `workspace create`, `set-plan`, `list`, `suspend`, `resume`, `transfer`, `export`, `import` and `delete`. */
export const makeWorkspaceCommands =
  (deps: ExportCommandsDeps): CommandGroup =>
  (program, run) => {
    const group = addCommands(program, run);
    addWorkspaceExport(group, run, deps);
    addWorkspaceImport(group, run, deps);
    addWorkspaceDeletion(group, run);
  };
