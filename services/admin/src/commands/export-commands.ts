// `kurz workspace export` and `kurz user export`: everything of a workspace or a person, as JSON Lines in a file.

import path from 'node:path';
import { existsSync } from 'node:fs';
import {
  exportLines,
  exportPerson,
  exportWorkspace,
  LEAVE_FORMATS,
  leaveFile,
  portablePages,
  type LeaveFormat,
} from '@kurz/api';
import type { Clock } from '@kurz/process';
import { Option, type Command } from 'commander';
import { accountOf } from './account-of';
import { done, failed, type AdminAnswer } from '../answer/admin-answer';
import type { AdminConnection } from '../connection/admin-connection';
import { addCommand } from './command-group';
import type { AdminRunner } from './run-admin-command';
import { writeExport } from './write-export';

export type ExportCommandsDeps = {
  clock: Clock;
  /** Folder that relative file names count from. */
  workingDirectory: string;
};

type Options = { to?: string; user?: string; json?: boolean };
type WorkspaceOptions = Options & { portable?: boolean; format?: LeaveFormat };

const FORMAT = `The file has one JSON object a line; docs/export.md describes them. A file without the last line ("kind":"end") is
not whole. It is readable by you alone; a file that is there already is not replaced.`;

const existing = (file: string) =>
  failed(`${file} is there already; choose another file with --to`, { file });

async function write(id: string, file: string, texts: AsyncIterable<string>): Promise<AdminAnswer> {
  const written = await writeExport(file, texts);
  if (written.kind === 'exists') return existing(file);
  return done({ id, file, bytes: written.bytes }, `Exported ${id} to ${file}`);
}

function placeOf(
  { workingDirectory }: ExportCommandsDeps,
  id: string,
  to: string | undefined,
  type = 'jsonl',
): string {
  return path.resolve(workingDirectory, to ?? `kurz-${id}.${type}`);
}

async function exportWorkspaceTo(
  { db, by, readLinkCounts }: AdminConnection,
  { id, file, isPortable, now }: { id: string; file: string; isPortable: boolean; now: Date },
): Promise<AdminAnswer> {
  if (!readLinkCounts)
    return failed('KURZ_CLICKHOUSE_URL must be set: an export has the counts of ClickHouse');
  if (existsSync(file)) return existing(file);
  const outcome = await exportWorkspace({ db, readLinkCounts }, { workspaceId: id, now }, by);
  if (outcome.kind === 'no_such_workspace') return failed(`there is no workspace ${id}`);
  return write(id, file, exportLines(isPortable ? portablePages(outcome.pages) : outcome.pages));
}

async function writeLeaveFile(
  { db, by }: AdminConnection,
  { id, file, format }: { id: string; file: string; format: LeaveFormat },
): Promise<AdminAnswer> {
  if (existsSync(file)) return existing(file);
  const outcome = await leaveFile(db, { workspaceId: id, format }, by);
  if (outcome.kind === 'no_such_workspace') return failed(`there is no workspace ${id}`);
  return write(id, file, outcome.texts);
}

export function addWorkspaceExport(group: Command, run: AdminRunner, deps: ExportCommandsDeps): void {
  addCommand(group, 'export', `writes everything of a workspace to a file\n\n${FORMAT}`)
    .summary('writes everything of a workspace to a file')
    .argument('<workspace>', 'id of the workspace')
    .option('--to <file>', 'the file; default: kurz-WORKSPACE.jsonl in this folder')
    .option(
      '--portable',
      'without what belongs to this installation: the same again after an import elsewhere',
    )
    .addOption(
      new Option('--format <format>', 'the links alone, as CSV in the shape of another service')
        .choices(LEAVE_FORMATS)
        .conflicts('portable'),
    )
    .action((id: string, { to, portable: isPortable = false, format, json }: WorkspaceOptions) => {
      const file = placeOf(deps, path.basename(id), to, format && `${format}.csv`);
      const now = new Date(deps.clock.now());
      const work = (connection: AdminConnection) =>
        format
          ? writeLeaveFile(connection, { id, file, format })
          : exportWorkspaceTo(connection, { id, file, isPortable, now });
      return run(work, { json });
    });
}

export function addUserExport(group: Command, run: AdminRunner, deps: ExportCommandsDeps): void {
  addCommand(group, 'export', `writes everything of a person to a file\n\n${FORMAT}`)
    .summary('writes everything of a person to a file')
    .argument('<email>')
    .option('--to <file>', 'the file; default: kurz-ID.jsonl in this folder')
    .option('--user <id>', 'which account, when nobody has proven the address')
    .action((email: string, { to, user, json }: Options) =>
      run(
        async (connection) => {
          const account = await accountOf(connection, email, user);
          if (account.kind !== 'account') return account;
          const { userId } = account;
          const file = placeOf(deps, userId, to);
          if (existsSync(file)) return existing(file);
          const { db, by } = connection;
          const outcome = await exportPerson(db, { userId, now: new Date(deps.clock.now()) }, by);
          if (outcome.kind === 'no_such_user') return failed(`there is no user with the email ${email}`);
          return write(userId, file, exportLines(outcome.pages));
        },
        { json },
      ),
    );
}
