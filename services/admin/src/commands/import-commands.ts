// `kurz import …`: imports links from elsewhere.

import path from 'node:path';
import {
  importOutcomes,
  listImports,
  normaliseDomain,
  openCsvSource,
  openPeerSource,
  openYourlsLog,
  peerApis,
  SourceFault,
  dryRunImport,
  undoImport,
  type ImportCounts,
  type LinkSource,
  type PeerApi,
} from '@kurz/api';
import { makeOutbound } from '@kurz/outbound';
import type { Clock, Log } from '@kurz/process';
import type { Command } from 'commander';
import { done, failed, type AdminAnswer } from '../answer/admin-answer';
import { tableOf } from '../answer/table-of';
import type { AdminConnection } from '../connection/admin-connection';
import { importLinks } from '../history-import/import-links';
import { openLog } from '../visits-import/log-lines';
import type { ProgressBar } from '../visits-import/progress-bar';
import { addCommand, type CommandGroup } from './command-group';
import { openImportReport } from './import-report';
import type { PasswordReader } from './read-password';

export type ImportCommandsDeps = {
  clock: Clock;
  log: Log;
  bar: ProgressBar;
  workingDirectory: string;
  readPassword: PasswordReader;
};
type Options = {
  workspace: string;
  zone?: string;
  dryRun?: boolean;
  report?: string;
  /** File of YOURLS's table of visits. */
  log?: string;
  /** When false, only totals move. */
  visits?: boolean;
  spool?: string;
  wait?: boolean;
  json?: boolean;
};

const ABOUT_CSV = `creates the links in a CSV file

FILE may be gzipped. It is separated by comma, semicolon or tab, in UTF-8 or UTF-16. The first line names the columns;
docs/import.md lists the known names. A slug that is taken is left as it is. After a kill, run the same command again: it
continues where it was.`;

const ABOUT_PEER = `creates the links of another shortener, through its API

The token is one line on standard input; it is not stored. docs/import.md says what is imported. A slug that is taken is left
as it is. After a kill, run the same command again: it continues.`;

const LATER = ', not counted yet: stats show them when the ingester has counted them';

const textOf = (counts: ImportCounts) =>
  importOutcomes.map((outcome) => `  ${outcome}: ${counts[outcome] ?? 0}`).join('\n');

type Opening = { name: string; open: () => LinkSource | Promise<LinkSource> };

const noWorkspace = (id: string) => failed(`there is no workspace ${id}`);

const findWorkspace = ({ db }: AdminConnection, id: string) =>
  db
    .selectFrom('workspaces')
    .select(['id', 'default_zone_id as defaultZoneId'])
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();

async function targetOf(connection: AdminConnection, options: Options) {
  const workspace = await findWorkspace(connection, options.workspace);
  if (!workspace) return noWorkspace(options.workspace);
  const zoneDomain = options.zone === undefined ? undefined : normaliseDomain(options.zone);
  if (options.zone !== undefined && zoneDomain === undefined)
    return failed(`${options.zone} is not a domain name`);
  return { kind: 'target' as const, target: { workspace, zoneDomain } };
}

async function sourceOf(open: Opening['open'], { log, visits }: Options, workingDirectory: string) {
  const source = await open();
  if (visits === false) return { ...source, history: undefined };
  if (log === undefined) return source;
  return { ...source, history: await openYourlsLog(() => openLog(path.resolve(workingDirectory, log))) };
}

async function importFrom(
  connection: AdminConnection,
  deps: ImportCommandsDeps,
  { name, open }: Opening,
  options: Options,
): Promise<AdminAnswer> {
  const { clock, workingDirectory } = deps;
  const found = await targetOf(connection, options);
  if (found.kind !== 'target') return found;
  const { target } = found;
  try {
    const source = await sourceOf(open, options, workingDirectory);
    if (options.dryRun) {
      const folder = options.report;
      const report =
        folder === undefined ? undefined : openImportReport(path.resolve(workingDirectory, folder));
      const counts = await dryRunImport(connection.db, source, target, { now: clock.now(), report });
      return done({ isDryRun: true, counts }, `${name}: nothing is changed\n${textOf(counts)}`);
    }
    const spool = options.spool === undefined ? undefined : path.resolve(workingDirectory, options.spool);
    const isAwaited = options.wait !== false;
    const end = await importLinks({ ...deps, connection }, source, { target, spool, isAwaited });
    if (end.kind === 'failed') return failed(end.reason);
    const { id, counts, visits, isCounted } = end;
    const moved = visits === undefined ? '' : `\n  visits: ${visits}${isCounted ? '' : LATER}`;
    return done(
      { id: id ?? null, counts, ...(visits !== undefined && { visits, isCounted }) },
      `${name}: import ${id ?? 'without a new link'}\n${textOf(counts)}${moved}`,
    );
  } catch (error) {
    if (error instanceof SourceFault) return failed(`${name} ${error.message}`);
    throw error;
  }
}

const csvOf = (workingDirectory: string, name: string): Opening => ({
  name,
  open: () => openCsvSource(() => openLog(path.resolve(workingDirectory, name))),
});

/** Undefined when `from` is no web address. */
function peerOf(api: PeerApi, from: string, token: string): Opening | undefined {
  const url = URL.canParse(from) ? new URL(from) : undefined;
  if (!url || !/^https?:$/.test(url.protocol) || url.username !== '' || url.search !== '') return undefined;
  // the operator may name any address
  const outbound = makeOutbound({ allowed: 'any' });
  return { name: from, open: () => openPeerSource(api, { origin: from, token, outbound }) };
}

async function undo({ db, by, applyChanges }: AdminConnection, id: string): Promise<AdminAnswer> {
  const outcome = await undoImport(db, id, by);
  if (outcome.kind === 'no_such_import') return failed(`there is no import ${id}`);
  await applyChanges();
  const { removed, kept } = outcome;
  return done(
    { id, removed, kept },
    `Import ${id} is undone: ${removed} links removed, ${kept} changed since and kept`,
  );
}

async function list(connection: AdminConnection, workspace: string): Promise<AdminAnswer> {
  if (!(await findWorkspace(connection, workspace))) return noWorkspace(workspace);
  const imports = await listImports(connection.db, workspace);
  const rows = imports.map(({ id, source, state, counts, createdAt }) => ({
    id,
    source,
    state,
    new: String(counts['new'] ?? 0),
    begun: createdAt.toISOString(),
  }));
  return done({ imports }, tableOf(rows, `${workspace} has no imports.`));
}

export function makeImportCommands(deps: ImportCommandsDeps): CommandGroup {
  return (program, run) => {
    const group = program.command('import').description('links from elsewhere');

    const addSource = (name: string, about: string, summary: string) =>
      addCommand(group, name, about)
        .summary(summary)
        .requiredOption('--workspace <id>', 'workspace of the links')
        .option('--zone <domain>', 'domain of all links, regardless of the domain in the source')
        .option('--dry-run', 'only say what would happen to each link')
        .option('--report <folder>', 'with --dry-run: write one file per outcome there');
    const refuseReport = ({ report, dryRun }: Options, command: Command) => {
      if (report !== undefined && !dryRun) command.error('error: --report needs --dry-run');
    };

    const addVisitOptions = (command: Command) =>
      command
        .option('--spool <folder>', 'on servers: where visits wait for Kafka, if not in KURZ_DATA_DIR')
        .option('--no-wait', 'do not wait until the visits are counted');
    const addLogOptions = (command: Command) =>
      addVisitOptions(command).option('--log <file>', 'visits: SQL dump or CSV of the table yourls_log');

    addLogOptions(addSource('csv', ABOUT_CSV, 'creates the links in a CSV file'))
      .argument('<file>')
      .action((file: string, options: Options, command: Command) => {
        refuseReport(options, command);
        const source = csvOf(deps.workingDirectory, file);
        return run((connection) => importFrom(connection, deps, source, options), options);
      });

    for (const api of peerApis) {
      const command = addSource(api.name, ABOUT_PEER, `creates the links of ${api.name}, through its API`);
      if (api.origin === undefined) command.requiredOption('--from <url>', 'its web address');
      else command.option('--from <url>', 'web address of its API', api.origin);
      if (api.hasLog) addLogOptions(command);
      if (api.visitsOf) addVisitOptions(command);
      if (api.visitsOf ?? api.daysOf) command.option('--no-visits', 'import only totals');
      command.action(async (options: Options & { from: string }) => {
        refuseReport(options, command);
        const source = peerOf(api, options.from, (await deps.readPassword('Token')) ?? '');
        if (!source) return command.error('error: --from must be a web address');
        return run((connection) => importFrom(connection, deps, source, options), options);
      });
    }

    addCommand(group, 'undo', 'removes the links that an import created and nobody has changed since')
      .argument('<import>', 'id of the import')
      .action((id: string, options: { json?: boolean }) =>
        run((connection) => undo(connection, id), options),
      );

    addCommand(group, 'list', 'lists the imports of a workspace that created links, the newest first')
      .requiredOption('--workspace <id>', 'workspace of the links')
      .action((options: Pick<Options, 'workspace' | 'json'>) =>
        run((connection) => list(connection, options.workspace), options),
      );
  };
}
