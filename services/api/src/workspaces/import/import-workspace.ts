// Imports an export of a workspace: under the ids that it had, all of it or nothing. It checks the file; notes its
// stream partition and batch, so that a second try writes the same rows; writes the counts, which nothing reads yet;
// and makes everything else in one transaction, which also finishes the batch.

import { createHash } from 'node:crypto';
import { withImportLock, type AssertLocked, type Db } from '@kurz/database';
import { sql } from 'kysely';
import { changesOfNew, SYSTEM, type AuditActor } from '../../audit/audit-event';
import { writeAuditEvents } from '../../audit/write-audit-events';
import { lockDestinations } from '../../destinations/lock-destinations';
import { checkExport, isOnOwnZone, type CheckedExport } from './check-export';
import {
  finishBatch,
  releasePartition,
  makeCountedRows,
  takePartition,
  type BatchPosition,
  type WriteClickRows,
} from './counted-rows';
import { ExportFault } from './export-fault';
import { readRecords } from './read-records';
import type { LinkRecord } from './import-record';
import { writeLinks, type PlacedLink } from './write-links';
import { writeWorkspace } from './write-workspace';

const LINKS_AT_ONCE = 500;

export type WorkspaceImport =
  | { kind: 'imported'; workspaceId: string; links: number; days: number }
  /** Imported earlier from the same file; nothing has changed. */
  | { kind: 'was_imported'; workspaceId: string }
  | { kind: 'other_import_runs' }
  /** Nothing of the file is imported. */
  | { kind: 'faulty'; reason: string; line: number | undefined };

export type ImportSource = {
  /** Opens the file from its beginning, each time it is called. */
  open: () => Promise<AsyncIterable<Buffer>>;
  /** Shared domains of the file that have another name here. */
  renamed: ReadonlyMap<string, string>;
};

type Deps = { db: Db; writeClickRows: WriteClickRows };
type Context = { now: Date; by: AuditActor; assertLocked: AssertLocked };

/** All counts are written as one batch. */
type Note = BatchPosition & { fingerprint: string; isDone: boolean };
const keyOf = (workspaceId: string) => `workspace_import/${workspaceId}`;

async function readNote(db: Db, workspaceId: string): Promise<Note | undefined> {
  const { rows } = await sql<Note>`
    SELECT value ->> 'fingerprint' AS fingerprint, (value ->> 'partition')::integer AS partition,
           coalesce((value ->> 'batch')::integer, 0) AS batch,
           (value ->> 'isDone')::boolean AS "isDone"
    FROM installation WHERE key = ${keyOf(workspaceId)}`.execute(db);
  return rows[0];
}

async function writeNote(db: Db, workspaceId: string, note: Note): Promise<void> {
  const value = JSON.stringify(note);
  await sql`
    INSERT INTO installation (key, value) VALUES (${keyOf(workspaceId)}, ${value}::jsonb)
    ON CONFLICT (key) DO UPDATE SET value = excluded.value`.execute(db);
}

const takeNote = (db: Db, workspaceId: string, fingerprint: string): Promise<Note> =>
  db.transaction().execute(async (transaction) => {
    const { partition, batch } = await takePartition(transaction);
    const note = { fingerprint, partition, batch, isDone: false };
    await writeNote(transaction, workspaceId, note);
    return note;
  });

async function faultOfTarget(db: Db, id: string): Promise<string | undefined> {
  const { rows } = await sql<{ isThere: boolean; isErased: boolean }>`
    SELECT EXISTS (SELECT FROM workspaces WHERE id = ${id}) AS "isThere",
           EXISTS (SELECT FROM erasures WHERE workspace_id = ${id}) AS "isErased"`.execute(db);
  if (rows[0]?.isThere) return `there is a workspace ${id} here already`;
  return rows[0]?.isErased ? `links of the workspace ${id} were deleted here` : undefined;
}

/** Requests by link. */
type Sums = ReadonlyMap<string, number>;

/** Resolves with the number of days of links, and the sums of requests by link. */
async function writeCounts(
  write: WriteClickRows,
  content: AsyncIterable<Buffer>,
  position: BatchPosition & { workspaceId: string },
): Promise<{ days: number; sums: Sums }> {
  const counted = makeCountedRows(write, position);
  const sums = new Map<string, number>();
  let days = 0;
  for await (const { record } of readRecords(content, createHash('sha256'))) {
    if (record?.kind === 'dailyCount') {
      await counted.addDay(record);
      sums.set(record.linkId, (sums.get(record.linkId) ?? 0) + record.requests);
      days += 1;
    } else if (record?.kind === 'dailyHumans') await counted.addHumans(record);
  }
  await counted.end();
  return { days, sums };
}

/**
 * An export of a busy workspace reads its hits at one moment and its days at another. Here the sum of the days becomes
 * the hits, and the rest of the total counts as carried over.
 */
function agreeing(link: LinkRecord, sums: Sums): LinkRecord {
  const hits = sums.get(link.id) ?? 0;
  const total = Math.max(link.total, hits);
  return { ...link, total, preTracking: total - hits };
}

async function writeAllLinks(
  transaction: Db,
  checked: CheckedExport,
  { open }: ImportSource,
  { shared, sums }: { shared: ReadonlyMap<string, string>; sums: Sums },
): Promise<void> {
  const target = { workspaceId: checked.workspace.id, isSuspended: checked.workspace.suspendedAt !== null };
  const hash = createHash('sha256');
  let waiting: PlacedLink[] = [];
  for await (const { record } of readRecords(await open(), hash)) {
    if (record?.kind !== 'link') continue;
    const own = isOnOwnZone(record, checked.zones) ? record.zoneId : undefined;
    waiting.push({ link: agreeing(record, sums), zoneId: own ?? shared.get(record.zoneDomain) ?? '' });
    if (waiting.length < LINKS_AT_ONCE) continue;
    await writeLinks(transaction, waiting, target);
    waiting = [];
  }
  if (waiting.length > 0) await writeLinks(transaction, waiting, target);
  if (hash.digest('hex') !== checked.fingerprint) throw new ExportFault('the file has changed meanwhile');
  // A link deleted at such a key has left a version behind, so links get newer ones. Nobody takes these keys any more.
  if (shared.size > 0)
    await sql`
      UPDATE links SET version = nextval('link_versions')
      WHERE workspace_id = ${target.workspaceId} AND zone_id = ANY(${[...shared.values()]}::text[])`.execute(
      transaction,
    );
}

async function writeAll(
  db: Db,
  checked: CheckedExport,
  { source, note, sums, by, now, assertLocked }: { source: ImportSource; note: Note; sums: Sums } & Context,
): Promise<void> {
  const { workspace } = checked;
  await db.transaction().execute(async (transaction) => {
    await assertLocked(transaction);
    await lockDestinations(transaction, 'shared');
    const context = { renamed: source.renamed, now, by };
    const { ownerId, shared } = await writeWorkspace(transaction, checked, context);
    await writeAllLinks(transaction, checked, source, { shared, sums });
    await finishBatch(transaction, note);
    await releasePartition(transaction, note.partition);
    await writeNote(transaction, workspace.id, { ...note, isDone: true });
    const subject = { subjectId: workspace.id, subjectName: workspace.name, workspaceId: workspace.id };
    const changes = changesOfNew({ ownerId, plan: workspace.plan, links: checked.links });
    await writeAuditEvents(transaction, by, [{ action: 'workspace.imported', ...subject, changes }]);
  });
}

async function importUnderLock(
  { db, writeClickRows }: Deps,
  source: ImportSource,
  context: Context,
): Promise<WorkspaceImport> {
  const checked = await checkExport(await source.open());
  const { fingerprint, workspace, links } = checked;
  const workspaceId = workspace.id;
  const before = await readNote(db, workspaceId);
  const target = await faultOfTarget(db, workspaceId);
  if (target !== undefined) {
    if (before?.isDone && before.fingerprint === fingerprint) return { kind: 'was_imported', workspaceId };
    throw new ExportFault(target);
  }
  const isSame = before?.fingerprint === fingerprint && !before.isDone;
  const note = isSame ? before : await takeNote(db, workspaceId, fingerprint);
  const position = { workspaceId, partition: note.partition, batch: note.batch };
  const { days, sums } = await writeCounts(writeClickRows, await source.open(), position);
  await writeAll(db, checked, { source, note, sums, ...context });
  return { kind: 'imported', workspaceId, links, days };
}

/** Records the import in the audit log. Throws what a store throws; nothing of the file is imported then. */
export async function importWorkspace(
  deps: Deps,
  source: ImportSource,
  { now, by = SYSTEM }: { now: Date; by?: AuditActor },
): Promise<WorkspaceImport> {
  try {
    const outcome = await withImportLock(deps.db, (assertLocked) =>
      importUnderLock(deps, source, { now, by, assertLocked }),
    );
    return outcome ?? { kind: 'other_import_runs' };
  } catch (error) {
    if (error instanceof ExportFault) return { kind: 'faulty', reason: error.message, line: error.line };
    throw error;
  }
}
