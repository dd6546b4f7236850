// `kurz workspace import`: reads what `kurz workspace export` has written.

import { existsSync } from 'node:fs';
import path from 'node:path';
import { importWorkspace } from '@kurz/api';
import { InvalidArgumentError, type Command } from 'commander';
import { done, failed, type AdminAnswer } from '../answer/admin-answer';
import type { AdminConnection } from '../connection/admin-connection';
import { openLog } from '../visits-import/log-lines';
import { addCommand } from './command-group';
import type { ExportCommandsDeps } from './export-commands';
import type { AdminRunner } from './run-admin-command';

type Renamed = ReadonlyMap<string, string>;
type Options = { domain: Renamed; json?: boolean };

const ABOUT = `creates a workspace from a file that "workspace export" has written

FILE may be gzipped. Everything is created or nothing: workspace, members, domains, tags, links and counts by day, with the
ids that they had. Importing a file again changes nothing. A member whose proven address has no account here gets one, without
a password. Tokens, invitations and the audit log are not imported: docs/export.md says what is read.`;

function renamed(text: string, before: Renamed): Renamed {
  const [, old, name] = /^([^=]+)=([^=]+)$/.exec(text) ?? [];
  if (old === undefined || name === undefined) throw new InvalidArgumentError('must be OLD=NEW.');
  return new Map([...before, [old, name]]);
}

async function importFrom(
  { db, by, writeClickRows, applyChanges }: AdminConnection,
  { file, domain, now }: { file: string; domain: Renamed; now: Date },
): Promise<AdminAnswer> {
  if (!existsSync(file)) return failed(`there is no file ${file}`);
  if (!writeClickRows)
    return failed('KURZ_CLICKHOUSE_URL must be set: an import writes counts to ClickHouse');
  const source = { open: () => openLog(file), renamed: domain };
  const outcome = await importWorkspace({ db, writeClickRows }, source, { now, by });
  switch (outcome.kind) {
    case 'other_import_runs':
      return failed('another import is running');
    case 'faulty':
      return failed(`${file}: ${outcome.reason}; nothing is imported`, { line: outcome.line });
    case 'was_imported': {
      const { workspaceId: id } = outcome;
      return done(
        { id, isNew: false },
        `Workspace ${id} was imported from this file before; nothing has changed`,
      );
    }
    case 'imported': {
      await applyChanges();
      const { workspaceId: id, links, days } = outcome;
      return done(
        { id, isNew: true, links, days },
        `Imported workspace ${id}: ${links} links, ${days} days with visits`,
      );
    }
  }
}

export function addWorkspaceImport(group: Command, run: AdminRunner, deps: ExportCommandsDeps): void {
  addCommand(group, 'import', ABOUT)
    .summary('creates a workspace from an exported file')
    .argument('<file>')
    .option(
      '--domain <old=new>',
      'a shared domain of the file has another name here; may be repeated',
      renamed,
      new Map(),
    )
    .action((name: string, { domain, json }: Options) => {
      const file = path.resolve(deps.workingDirectory, name);
      const now = new Date(deps.clock.now());
      return run((connection) => importFrom(connection, { file, domain, now }), { json });
    });
}
