// Counts the lines of a log as visits: classifies each line, and writes the visits to a journal of their own. One row
// remembers the counted lines, so that no line is ever counted twice, whichever process is killed at whatever time.

import type { Visit } from '@kurz/click-event';
import { changesOfNew, nextPartition, visitOf, writeAuditEvents, type AuditActor } from '@kurz/api';
import { withImportLock, type AssertLocked, type Db } from '@kurz/database';
import type { Clock, Log } from '@kurz/process';
import { findEarlierImports, sameContent, type EarlierImports, type ImportEnd } from './earlier-imports';
import { openImportJournal, publishImport, removeAbandonedImports } from './import-journal';
import { makeImportTally, type ImportTally } from './import-tally';
import type { LineReader } from './line-reader';
import { linesOf, openLog, type RawLine } from './log-lines';
import type { LinkFinder } from './link-finder';
import { moveVisit } from './move-visit';
import type { ImportShipper, ShipOutcome } from './ship-imports';

export type ImportDeps = {
  db: Db;
  log: Log;
  clock: Clock;
  importsFolder: string;
  /** Ships imported visits into the click stream of servers; undefined when the ingester reads the folder itself. */
  shipper: ImportShipper | undefined;
  readLine: LineReader;
  linksOf: LinkFinder;
  /** Called now and then with the bytes read so far and their total. */
  onProgress: (bytes: number, of: number) => void;
};

export type ImportOptions = {
  file: string;
  zone: { id: string; domain: string };
  shiftDays: number;
  /** The actor, for the audit log. */
  by: AuditActor;
};

export type ImportOutcome =
  | {
      kind: 'imported';
      /** Number of the import, which is its stream partition; undefined when there was nothing to count. */
      id: number | undefined;
      /** The imports that must be counted before the log's numbers are complete: this one and its ancestors. */
      ends: ImportEnd[];
      tally: ImportTally;
    }
  | { kind: 'other_import_runs' }
  /** The log was replaced after its earlier imports were looked up; nothing is counted. */
  | { kind: 'log_changed' }
  /** The visits of this or an earlier import are not in Kafka yet. Their lines count as imported. */
  | Extract<ShipOutcome, { kind: 'not_shipped' }>
  /** The same log was imported before with another shift of its visits. */
  | { kind: 'other_shift'; shiftDays: number };

const CHUNK_LINES = 5_000;

type NumberedLine = { number: number; line: RawLine };

/** Lines in chunks, so that links are looked up for many at once. */
async function* chunksOf(lines: AsyncIterable<RawLine>): AsyncGenerator<NumberedLine[]> {
  let chunk: NumberedLine[] = [];
  let number = 0;
  for await (const line of lines) {
    chunk.push({ number: number++, line });
    if (chunk.length === CHUNK_LINES) {
      yield chunk;
      chunk = [];
    }
  }
  if (chunk.length > 0) yield chunk;
}

async function* withProgress(
  content: AsyncIterable<Buffer>,
  onBytes: (bytes: number) => void,
): AsyncGenerator<Buffer> {
  let bytes = 0;
  for await (const chunk of content) {
    yield chunk;
    bytes += chunk.length;
    onBytes(bytes);
  }
}

/** The visits of one chunk that are to be counted now. Updates the tally and the counted lines. */
async function visitsOf(
  chunk: NumberedLine[],
  earlier: EarlierImports,
  deps: ImportDeps,
  options: ImportOptions,
  tally: ImportTally,
): Promise<Visit[]> {
  const fresh = chunk.filter(({ number }) => !earlier.counted.has(number));
  tally.lines += chunk.length;
  tally.countedBefore += chunk.length - fresh.length;
  const now = deps.clock.now();
  const read = fresh.map(({ number, line }) => ({
    number,
    line,
    outcome: moveVisit(deps.readLine(line), options.shiftDays, now),
  }));
  const links = await deps.linksOf(
    read.flatMap(({ outcome }) => (outcome.kind === 'request' ? [outcome.slug] : [])),
  );
  const visits: Visit[] = [];
  for (const { number, line, outcome } of read) {
    if (outcome.kind === 'unreadable') {
      tally.unreadable(number, outcome.reason, line);
      continue;
    }
    const link = links.get(outcome.slug.slug);
    if (!link) {
      tally.withoutLink(outcome.slug.path);
      continue;
    }
    const visit = visitOf(outcome.visit, link, outcome.slug.isScan);
    visits.push(visit);
    earlier.counted.add(number);
    tally.count(visit.time);
  }
  return visits;
}

async function importUnderLock(
  deps: ImportDeps,
  options: ImportOptions,
  assertLocked: AssertLocked,
): Promise<ImportOutcome> {
  const { db, importsFolder, log, shipper } = deps;
  await removeAbandonedImports(db, importsFolder, shipper?.prefix);
  const earlierShipped = await shipper?.shipAll();
  if (earlierShipped?.kind === 'not_shipped') return earlierShipped;
  const earlier = await findEarlierImports(db, options.file, options.zone.id);
  if (earlier.shiftDays !== undefined && earlier.shiftDays !== options.shiftDays) {
    return { kind: 'other_shift', shiftDays: earlier.shiftDays };
  }
  const id = await nextPartition(db);
  const journal = await openImportJournal(importsFolder, id, log);
  const tally = makeImportTally();
  let isChanged = false;
  const same = sameContent(await openLog(options.file), earlier.identity, () => (isChanged = true));
  const content = withProgress(same, (bytes) => deps.onProgress(bytes, earlier.identity.bytes));
  for await (const chunk of chunksOf(linesOf(content))) {
    await journal.write(await visitsOf(chunk, earlier, deps, options, tally));
  }
  const end = await journal.finish();
  if (isChanged || tally.counted === 0) {
    await removeAbandonedImports(db, importsFolder, shipper?.prefix);
    if (isChanged) return { kind: 'log_changed' };
    return { kind: 'imported', id: undefined, ends: earlier.ancestors, tally };
  }
  await db.transaction().execute(async (transaction) => {
    await assertLocked(transaction);
    await transaction
      .insertInto('visit_imports')
      .values({
        id,
        zone_id: options.zone.id,
        fingerprint: earlier.identity.fingerprint,
        bytes: earlier.identity.bytes,
        lines: tally.lines,
        counted: earlier.counted.bytes(),
        ancestors: earlier.ancestors.map((ancestor) => ancestor.id),
        shift_days: options.shiftDays,
        journal_end: end,
        to_ship: shipper !== undefined,
      })
      .execute();
    const subject = { subjectId: String(id), subjectName: options.zone.domain, workspaceId: null };
    await writeAuditEvents(transaction, options.by, [
      { action: 'visits.imported', ...subject, changes: changesOfNew({ visits: tally.counted }) },
    ]);
  });
  publishImport(importsFolder, id, shipper?.prefix);
  const shipped = await shipper?.shipAll();
  if (shipped?.kind === 'not_shipped') return shipped;
  return { kind: 'imported', id, ends: [...earlier.ancestors, { id, end }], tally };
}

/** Imports one log. Only one import runs at a time; a second one is refused. */
export async function importVisits(deps: ImportDeps, options: ImportOptions): Promise<ImportOutcome> {
  const outcome = await withImportLock(deps.db, (assertLocked) =>
    importUnderLock(deps, options, assertLocked),
  );
  return outcome ?? { kind: 'other_import_runs' };
}
