// `kurz workspace export` and `kurz user export`: all data of a workspace or a person, as JSON Lines in a file or on
// standard output.

import path from 'node:path';
import { existsSync } from 'node:fs';
import {
  exportLines,
  exportPerson,
  exportWorkspace,
  PEER_FORMATS,
  exportPeerCsv,
  portablePages,
  type PeerFormat,
} from '@kurz/api';
import type { Clock } from '@kurz/process';
import { Option, type Command } from 'commander';
import { accountOf } from './account-of';
import { done, failed, type AdminAnswer } from '../answer/admin-answer';
import type { AdminConnection } from '../connection/admin-connection';
import { addCommand } from './command-group';
import type { AdminRunner } from './run-admin-command';
import { printExport, writeExport } from './write-export';

export type ExportCommandsDeps = {
  clock: Clock;
  /** Base folder of relative file names. */
  workingDirectory: string;
  /** Standard output. */
  output: NodeJS.WritableStream;
};

/** A file's path, or standard output. */
type ExportTarget = string | NodeJS.WritableStream;

type Options = { to?: string; user?: string; json?: boolean };
type WorkspaceOptions = Options & { portable?: boolean; format?: PeerFormat };

const FORMAT = `The file has one JSON object per line; docs/export.md describes them. Without the last line ("kind":"end") the file is
incomplete. Only you can read the file. An existing file is not replaced.`;

const STANDARD_OUTPUT = '-';

const existing = (file: string) => failed(`${file} already exists; choose another file with --to`, { file });

const isTaken = (target: ExportTarget): target is string => typeof target === 'string' && existsSync(target);

async function write(id: string, target: ExportTarget, texts: AsyncIterable<string>): Promise<AdminAnswer> {
  if (typeof target !== 'string') {
    const bytes = await printExport(target, texts);
    return { kind: 'printed', json: { id, bytes }, text: `Exported ${id}` };
  }
  const written = await writeExport(target, texts);
  if (written.kind === 'exists') return existing(target);
  return done({ id, file: target, bytes: written.bytes }, `Exported ${id} to ${target}`);
}

function exportTargetOf(
  { workingDirectory, output }: ExportCommandsDeps,
  id: string,
  to: string | undefined,
  type = 'jsonl',
): ExportTarget {
  return to === STANDARD_OUTPUT ? output : path.resolve(workingDirectory, to ?? `kurz-${id}.${type}`);
}

async function exportWorkspaceTo(
  { db, by, readLinkCounts }: AdminConnection,
  { id, target, isPortable, now }: { id: string; target: ExportTarget; isPortable: boolean; now: Date },
): Promise<AdminAnswer> {
  if (!readLinkCounts)
    return failed('KURZ_CLICKHOUSE_URL must be set: an export includes the counts in ClickHouse');
  if (isTaken(target)) return existing(target);
  const outcome = await exportWorkspace({ db, readLinkCounts }, { workspaceId: id, now }, by);
  if (outcome.kind === 'no_such_workspace') return failed(`there is no workspace ${id}`);
  return write(id, target, exportLines(isPortable ? portablePages(outcome.pages) : outcome.pages));
}

async function writePeerCsv(
  { db, by }: AdminConnection,
  { id, target, format }: { id: string; target: ExportTarget; format: PeerFormat },
): Promise<AdminAnswer> {
  if (isTaken(target)) return existing(target);
  const outcome = await exportPeerCsv(db, { workspaceId: id, format }, by);
  if (outcome.kind === 'no_such_workspace') return failed(`there is no workspace ${id}`);
  return write(id, target, outcome.texts);
}

export function addWorkspaceExport(group: Command, run: AdminRunner, deps: ExportCommandsDeps): void {
  addCommand(group, 'export', `writes all data of a workspace to a file\n\n${FORMAT}`)
    .summary('writes all data of a workspace to a file')
    .argument('<workspace>', 'id of the workspace')
    .option('--to <file>', 'the file; default: kurz-WORKSPACE.jsonl in this folder; - is standard output')
    .option(
      '--portable',
      'without what belongs to this installation: the same again after an import elsewhere',
    )
    .addOption(
      new Option('--format <format>', 'only the links, as CSV in the format of another service')
        .choices(PEER_FORMATS)
        .conflicts('portable'),
    )
    .action((id: string, { to, portable: isPortable = false, format, json }: WorkspaceOptions) => {
      const target = exportTargetOf(deps, path.basename(id), to, format && `${format}.csv`);
      const now = new Date(deps.clock.now());
      const work = (connection: AdminConnection) =>
        format
          ? writePeerCsv(connection, { id, target, format })
          : exportWorkspaceTo(connection, { id, target, isPortable, now });
      return run(work, { json });
    });
}

export function addUserExport(group: Command, run: AdminRunner, deps: ExportCommandsDeps): void {
  addCommand(group, 'export', `writes all data of a person to a file\n\n${FORMAT}`)
    .summary('writes all data of a person to a file')
    .argument('<email>')
    .option('--to <file>', 'the file; default: kurz-ID.jsonl in this folder; - is standard output')
    .option('--user <id>', 'which account, when nobody has proven the address')
    .action((email: string, { to, user, json }: Options) =>
      run(
        async (connection) => {
          const account = await accountOf(connection, email, user);
          if (account.kind !== 'account') return account;
          const { userId } = account;
          const target = exportTargetOf(deps, userId, to);
          if (isTaken(target)) return existing(target);
          const { db, by } = connection;
          const outcome = await exportPerson(db, { userId, now: new Date(deps.clock.now()) }, by);
          if (outcome.kind === 'no_such_user') return failed(`there is no user with the email ${email}`);
          return write(userId, target, exportLines(outcome.pages));
        },
        { json },
      ),
    );
}
