// `kurz import …`: links that move in from elsewhere.

import { mkdirSync, writeFileSync, appendFileSync } from 'node:fs';
import path from 'node:path';
import {
  importOutcomes,
  listImports,
  messageOf,
  normaliseDomain,
  openCsvSource,
  runImport,
  SourceFault,
  tryImport,
  undoImport,
  type ImportCounts,
  type JudgedItem,
  type MovedLink,
} from '@kurz/api';
import { csvLineOf } from '@kurz/csv';
import type { Clock } from '@kurz/process';
import type { Command } from 'commander';
import { done, failed, type AdminAnswer } from '../answer/admin-answer';
import { tableOf } from '../answer/table-of';
import type { AdminConnection } from '../connection/admin-connection';
import { openLog } from '../visits-import/log-lines';
import { addCommand, type CommandGroup } from './command-group';

export type ImportCommandsDeps = { clock: Clock; workingDirectory: string };
type Options = { workspace: string; zone?: string; dryRun?: boolean; report?: string; json?: boolean };

const ABOUT_CSV = `makes the links of a CSV file

FILE may be gzipped; comma, semicolon or tab; UTF-8 or UTF-16. The first line names the columns: docs/import.md lists the
names that are known. A slug that is taken is left as it is. After a kill, the same command goes on where it was.`;

const textOf = (counts: ImportCounts) =>
  importOutcomes.map((outcome) => `  ${outcome}: ${counts[outcome] ?? 0}`).join('\n');

/** One file an outcome, in `folder`. */
function reportIn(folder: string) {
  mkdirSync(folder, { recursive: true });
  const fileOf = (outcome: string) => path.join(folder, `${outcome}.csv`);
  const head = csvLineOf(['line', 'domain', 'slug', 'url', 'reason']);
  for (const outcome of importOutcomes) writeFileSync(fileOf(outcome), head, { mode: 0o600 });
  return (links: readonly MovedLink[], items: readonly JudgedItem[]) => {
    for (const outcome of importOutcomes) {
      const lines = items.flatMap((item, index) => {
        const link = links[index];
        if (item.outcome !== outcome || !link) return [];
        const reason = 'refusal' in item ? messageOf(item.refusal, 'en') : '';
        return [csvLineOf([link.place, link.domain ?? '', link.slug, link.url, reason])];
      });
      if (lines.length > 0) appendFileSync(fileOf(outcome), lines.join(''));
    }
  };
}

async function importCsv(
  { db, by, applyChanges }: AdminConnection,
  { clock, workingDirectory }: ImportCommandsDeps,
  name: string,
  options: Options,
): Promise<AdminAnswer> {
  const workspace = await db
    .selectFrom('workspaces')
    .select(['id', 'default_zone_id as defaultZoneId'])
    .where('id', '=', options.workspace)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
  if (!workspace) return failed(`there is no workspace ${options.workspace}`);
  const zoneDomain = options.zone === undefined ? undefined : normaliseDomain(options.zone);
  if (options.zone !== undefined && zoneDomain === undefined) return failed(`${options.zone} is no domain`);
  const target = { workspace, zoneDomain };
  try {
    const source = await openCsvSource(() => openLog(path.resolve(workingDirectory, name)));
    if (options.dryRun) {
      const report =
        options.report === undefined ? undefined : reportIn(path.resolve(workingDirectory, options.report));
      const counts = await tryImport(db, source, target, { now: clock.now(), report });
      return done({ isDryRun: true, counts }, `${name}: nothing is changed\n${textOf(counts)}`);
    }
    const end = await runImport(db, source, target, { clock, by });
    if (end.kind === 'other_import_runs') return failed('another process imports the same file');
    await applyChanges();
    const { id, counts } = end;
    return done(
      { id: id ?? null, counts },
      `${name}: import ${id ?? 'without a new link'}\n${textOf(counts)}`,
    );
  } catch (error) {
    if (error instanceof SourceFault) return failed(`${name} ${error.message}`);
    throw error;
  }
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

async function list({ db }: AdminConnection, workspace: string): Promise<AdminAnswer> {
  const imports = await listImports(db, workspace);
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

    addCommand(group, 'csv', ABOUT_CSV)
      .summary('makes the links of a CSV file')
      .argument('<file>')
      .requiredOption('--workspace <id>', 'workspace of the links')
      .option('--zone <domain>', 'domain of all links, whatever domain the file names')
      .option('--dry-run', 'only say what would become of each line')
      .option('--report <folder>', 'with --dry-run: write a file of each outcome there')
      .action((file: string, options: Options, command: Command) => {
        if (options.report !== undefined && !options.dryRun) command.error('error: --report needs --dry-run');
        return run((connection) => importCsv(connection, deps, file, options), options);
      });

    addCommand(group, 'undo', 'removes the links that an import made and nobody has changed since')
      .argument('<import>', 'id of the import')
      .action((id: string, options: { json?: boolean }) =>
        run((connection) => undo(connection, id), options),
      );

    addCommand(group, 'list', 'lists the imports of a workspace that made links, the newest first')
      .requiredOption('--workspace <id>', 'workspace of the links')
      .action((options: Pick<Options, 'workspace' | 'json'>) =>
        run((connection) => list(connection, options.workspace), options),
      );
  };
}
