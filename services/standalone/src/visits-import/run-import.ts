// `kurz visits import`: checks what was asked for, imports, waits until it is counted, and says what became of it.

import { existsSync } from 'node:fs';
import { normaliseDomain } from '@kurz/api';
import type { Clock, Log } from '@kurz/process';
import { done, failed, type AdminAnswer } from '../admin/admin-answer';
import type { AdminConnection, EmbeddedStores } from '../admin/admin-connection';
import type { StandaloneSettings } from '../settings';
import { countWhileStopped, waitUntilCounted } from './count-imports';
import type { ImportEnd } from './earlier-imports';
import type { ImportTally } from './import-tally';
import { importVisits } from './import-visits';
import { makeLineReader } from './line-reader';
import { makeLinkFinder, type MissingLinksPlan } from './link-finder';
import type { LogFormat } from './logged-visit';
import type { ProgressBar } from './progress-bar';

export type ImportRequest = {
  file: string;
  format: LogFormat;
  zone: string;
  /** Workspace that gets links for paths that have none. */
  createLinksIn: string | undefined;
  destinationBase: URL;
  shiftDays: number;
};

export type RunImportDeps = {
  connection: Pick<AdminConnection, 'db' | 'applyChanges'> & EmbeddedStores;
  settings: StandaloneSettings;
  log: Log;
  clock: Clock;
  bar: ProgressBar;
};

const dayOf = (time: number) => new Date(time).toISOString().slice(0, 10);

function summaryOf(file: string, tally: ImportTally, linksCreated: number): string {
  const lines = [
    `${file}: ${tally.lines} lines`,
    `  ${tally.counted} counted as visits${tally.counted > 0 ? `, ${dayOf(tally.first)} to ${dayOf(tally.last)}` : ''}`,
  ];
  if (linksCreated > 0) lines.push(`  ${linksCreated} links made`);
  if (tally.countedBefore > 0) lines.push(`  ${tally.countedBefore} counted by an earlier import`);
  if (tally.linesWithoutLink > 0) {
    lines.push(
      `  ${tally.linesWithoutLink} without a link, such as ${[...tally.pathsWithoutLink].join(' ')}`,
    );
  }
  if (tally.unreadableLines > 0) lines.push(`  ${tally.unreadableLines} unreadable:`);
  for (const { line, reason, text } of tally.examples) lines.push(`    line ${line} (${reason}): ${text}`);
  return lines.join('\n');
}

async function findZone({ db }: Pick<AdminConnection, 'db'>, domain: string) {
  return db
    .selectFrom('zones')
    .select(['id', 'zone_type', 'workspace_id'])
    .where('domain', '=', normaliseDomain(domain) ?? '')
    .executeTakeFirst();
}

async function faultOf(
  { db }: Pick<AdminConnection, 'db'>,
  request: ImportRequest,
  zoneOwner: string | null | undefined,
) {
  if (!existsSync(request.file)) return `there is no file ${request.file}`;
  if (zoneOwner === undefined) return `there is no zone ${request.zone}`;
  if (request.createLinksIn === undefined) return undefined;
  const workspace = await db
    .selectFrom('workspaces')
    .select('id')
    .where('id', '=', request.createLinksIn)
    .executeTakeFirst();
  if (!workspace) return `there is no workspace ${request.createLinksIn}`;
  if (zoneOwner !== null && zoneOwner !== workspace.id)
    return `the zone ${request.zone} belongs to another workspace`;
  return undefined;
}

async function untilCounted(deps: RunImportDeps, imports: ImportEnd[]): Promise<void> {
  const { connection, settings, log, bar } = deps;
  if (imports.length === 0) return;
  const stop = connection.isProductRunning ? undefined : await countWhileStopped(connection, settings, log);
  try {
    await waitUntilCounted(connection.db, imports, (counted, of) => bar.show('counting', counted, of));
  } finally {
    await stop?.();
  }
}

/** Runs the import to its end; asked for the same log again, it counts only what is new. */
export async function runImport(deps: RunImportDeps, request: ImportRequest): Promise<AdminAnswer> {
  const { connection, log, clock, bar } = deps;
  const zone = await findZone(connection, request.zone);
  const fault = await faultOf(connection, request, zone ? zone.workspace_id : undefined);
  if (fault !== undefined || !zone) return failed(fault ?? `there is no zone ${request.zone}`);

  const missing: MissingLinksPlan | undefined =
    request.createLinksIn === undefined
      ? undefined
      : { workspaceId: request.createLinksIn, destinationBase: request.destinationBase };
  let linksCreated = 0;
  const linksOf = makeLinkFinder({
    db: connection.db,
    zoneId: zone.id,
    missing,
    onCreated: (links) => (linksCreated += links),
  });
  const outcome = await importVisits(
    {
      db: connection.db,
      log,
      clock,
      importsFolder: connection.folder.imports,
      readLine: makeLineReader(request.format),
      linksOf,
      onProgress: (bytes, of) => bar.show('reading ', bytes, of),
    },
    { file: request.file, zoneId: zone.id, shiftDays: request.shiftDays },
  );
  if (linksCreated > 0) await connection.applyChanges();
  if (outcome.kind === 'other_import_runs') return failed('another import is running');
  if (outcome.kind === 'other_shift') {
    return failed(
      `this log was imported with --shift-days ${outcome.shiftDays}; its visits are counted there`,
    );
  }
  const { id, ends, tally } = outcome;
  await untilCounted(deps, ends);
  bar.end();
  const { lines, counted, countedBefore, unreadableLines, linesWithoutLink } = tally;
  return done(
    {
      id: id ?? null,
      lines,
      counted,
      countedBefore,
      unreadable: unreadableLines,
      withoutLink: linesWithoutLink,
      linksCreated,
      from: counted > 0 ? dayOf(tally.first) : null,
      to: counted > 0 ? dayOf(tally.last) : null,
    },
    summaryOf(request.file, tally, linksCreated),
  );
}
