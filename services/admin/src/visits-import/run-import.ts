// `kurz visits import`: checks the request, imports, waits until the visits are counted, and summarises the outcome.

import { existsSync } from 'node:fs';
import { normaliseDomain, refuseOwnDomains } from '@kurz/api';
import { dayOf, type Clock } from '@kurz/process';
import { done, failed, type AdminAnswer } from '../answer/admin-answer';
import type { AdminConnection } from '../connection/admin-connection';
import { visitQueueOf, NEEDS_KAFKA, untilCounted, type CountingDeps } from './visit-queue';
import type { ImportTally } from './import-tally';
import { importTotals, LOG_CHANGED } from './import-totals';
import { importVisits } from './import-visits';
import { makeLineReader } from './line-reader';
import { makeLinkFinder, type MissingLinkOptions } from './link-finder';
import type { LogFormat } from './logged-visit';

export type ImportRequest = {
  file: string;
  /** Undefined for a file of lifetime totals. */
  format: LogFormat | undefined;
  zone: string;
  /** Workspace that gets links for paths that have none. */
  createLinksIn: string | undefined;
  destinationBase: URL;
  shiftDays: number;
  /** Folder for visits on their way to Kafka; replaces the data folder's. */
  spool: string | undefined;
  /** When false, the import ends when the visits are in the click stream, and does not wait until they are counted. */
  isAwaited: boolean;
};

export type RunImportDeps = CountingDeps & {
  connection: Pick<AdminConnection, 'by' | 'applyChanges'>;
  clock: Clock;
};

const LATER = '\n  They are not counted yet: stats show them when the ingester has counted them.';

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
    .select(['id', 'domain', 'zone_type', 'workspace_id'])
    .where('domain', '=', normaliseDomain(domain) ?? '')
    .where('is_proven', '=', true)
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
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
  if (!workspace) return `there is no workspace ${request.createLinksIn}`;
  if (zoneOwner !== null && zoneOwner !== workspace.id)
    return `the zone ${request.zone} belongs to another workspace`;
  const { href } = request.destinationBase;
  return (await refuseOwnDomains(db, [{ field: 'url', location: href }]))
    ? `--destination-base ${href} is on a domain that serves short links: the created links would lead to themselves`
    : undefined;
}

/** Runs the import to its end. Run again with the same log, it counts only the new lines. */
export async function runImport(deps: RunImportDeps, request: ImportRequest): Promise<AdminAnswer> {
  const { connection, log, clock, bar } = deps;
  const zone = await findZone(connection, request.zone);
  const fault = await faultOf(connection, request, zone ? zone.workspace_id : undefined);
  if (fault !== undefined || !zone) return failed(fault ?? `there is no zone ${request.zone}`);

  if (request.format === undefined) return importTotals(connection, { file: request.file, zone });
  const queue = visitQueueOf(deps, request.spool);
  if (!queue) return failed(NEEDS_KAFKA);
  const missing: MissingLinkOptions | undefined =
    request.createLinksIn === undefined
      ? undefined
      : {
          workspaceId: request.createLinksIn,
          destinationBase: request.destinationBase,
          by: connection.by,
        };
  let linksCreated = 0;
  const linksOf = makeLinkFinder({
    db: connection.db,
    zone,
    missing,
    onCreated: (links) => (linksCreated += links),
  });
  const outcome = await importVisits(
    {
      db: connection.db,
      log,
      clock,
      ...queue,
      readLine: makeLineReader(request.format),
      linksOf,
      onProgress: (bytes, of) => bar.show('reading ', bytes, of),
    },
    { file: request.file, zone, shiftDays: request.shiftDays, by: connection.by },
  );
  if (linksCreated > 0) await connection.applyChanges();
  if (outcome.kind === 'other_import_runs') return failed('another import is running');
  if (outcome.kind === 'log_changed') return failed(LOG_CHANGED);
  if (outcome.kind === 'not_shipped') {
    const { id, reason } = outcome;
    return failed(
      `the visits of import ${id} are not in Kafka yet (${reason}); import again to continue with them`,
      { id },
    );
  }
  if (outcome.kind === 'other_shift') {
    return failed(
      `this log was imported with --shift-days ${outcome.shiftDays}; its visits are counted there`,
    );
  }
  const { id, ends, tally } = outcome;
  const isCounted = request.isAwaited && (await untilCounted(deps, ends));
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
      isCounted,
      from: counted > 0 ? dayOf(tally.first) : null,
      to: counted > 0 ? dayOf(tally.last) : null,
    },
    `${summaryOf(request.file, tally, linksCreated)}${isCounted ? '' : LATER}`,
  );
}
