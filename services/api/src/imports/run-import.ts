// Runs an import. Its row in `imports` is the job: each page's links and the cursor are written in one transaction, so
// an import that was killed goes on where it was.

import type { Db } from '@kurz/database';
import { makeId } from '@kurz/process';
import { createHash } from 'node:crypto';
import { changesOfNew, type AuditActor } from '../audit/audit-event';
import { writeAuditEvents } from '../audit/write-audit-events';
import { NO_FINGERPRINT, type ImportedLink, type LinkSource } from './import-source';
import { evaluatePage, type ImportTarget, type EvaluatedItem } from './evaluate-page';
import { beginAgain, withoutOwn } from './read-again';
import { writePage } from './write-page';

export type ImportCounts = Readonly<Record<string, number>>;
export type ImportEnd =
  /** `id` is undefined when the import has made no link and left no row. */
  { kind: 'imported'; id: string | undefined; counts: ImportCounts } | { kind: 'other_import_runs' };

export const countsWith = (counts: ImportCounts, items: readonly EvaluatedItem[]): ImportCounts => {
  const sums: Record<string, number> = { ...counts };
  for (const { outcome } of items) sums[outcome] = (sums[outcome] ?? 0) + 1;
  return sums;
};

/** `counts` include those of the pages before. */
export type ImportedPage = {
  links: readonly ImportedLink[];
  items: readonly EvaluatedItem[];
  cursor: number;
  counts: ImportCounts;
};

type Job = {
  id: string;
  cursor: number;
  counts: ImportCounts;
  startedAt: Date;
  /** Its pages are read a second time. */
  isAgain: boolean;
};

/** What identifies a running import, so that it is resumed. */
function namesOf(source: LinkSource, { workspace, zoneDomain }: ImportTarget) {
  const fingerprint = createHash('sha256')
    .update(source.fingerprint)
    .update(zoneDomain ?? '')
    .update(source.history ? 'with its history' : '')
    .digest();
  return { workspace_id: workspace.id, source: source.name, fingerprint };
}

type Names = ReturnType<typeof namesOf>;

async function findOrStart(db: Db, source: LinkSource, names: Names): Promise<Job> {
  await db
    .insertInto('imports')
    .values({ id: makeId('imp'), ...names })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  const job = await db
    .selectFrom('imports')
    .select(['id', 'cursor', 'counts', 'created_at as startedAt', 'history_cursor as historyCursor'])
    .where((column) => column.and(names))
    .where('state', '=', 'running')
    .executeTakeFirstOrThrow();
  const { historyCursor, ...known } = job;
  const counts = job.counts ?? {};
  const hasBegun = job.cursor > 0 || counts['new'] !== undefined;
  // the list was read to its end before the history was asked for
  return { ...known, counts, isAgain: source.mayChange && hasBegun && historyCursor === '' };
}

/** Locks the job's row. False when another process has gone on with the job, or ended it. */
async function holdJob(transaction: Db, { id, cursor }: Job): Promise<boolean> {
  const row = await transaction
    .selectFrom('imports')
    .select(['cursor', 'state'])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
  return row?.cursor === cursor && row.state === 'running';
}

/** Goes back to the beginning of a list that may have changed. Undefined when another process has gone on. */
async function readAgain(db: Db, job: Job): Promise<Job | undefined> {
  return db.transaction().execute(async (transaction) => {
    if (!(await holdJob(transaction, job))) return undefined;
    return { ...job, cursor: 0, counts: { new: await beginAgain(transaction, job.id) } };
  });
}

/** What else is written with each page and with the end, in their transactions. */
export type ImportHooks = {
  onPage?: (transaction: Db, page: ImportedPage) => Promise<void>;
  onEnd?: (transaction: Db, importId: string | undefined) => Promise<void>;
};

/** Runs in the transaction that ends an import; resolves with what the audit log says of it besides the links. */
type WriteAlso = (transaction: Db) => Promise<Readonly<Record<string, number>>>;

type Named = { workspaceId: string; name: string; by: AuditActor };

/** An import that has made no link leaves no row. */
async function endImport(
  transaction: Db,
  { id, counts }: Pick<Job, 'id' | 'counts'>,
  { workspaceId, name, by }: Named,
  alsoWrite?: WriteAlso,
): Promise<ImportEnd> {
  if (!counts['new']) {
    await transaction.deleteFrom('imports').where('id', '=', id).execute();
    return { kind: 'imported', id: undefined, counts };
  }
  const more = await alsoWrite?.(transaction);
  const end = { state: 'finished' as const, ended_at: new Date(), fingerprint: NO_FINGERPRINT };
  await transaction.updateTable('imports').set(end).where('id', '=', id).execute();
  const changes = changesOfNew({ source: name, links: counts['new'], ...more });
  const event = {
    action: 'import.finished' as const,
    subjectId: id,
    subjectName: name,
    workspaceId,
    changes,
  };
  await writeAuditEvents(transaction, by, [event]);
  return { kind: 'imported', id, counts };
}

const finish = (db: Db, job: Job, { onEnd, ...named }: Named & ImportHooks, alsoWrite?: WriteAlso) =>
  db.transaction().execute(async (transaction): Promise<ImportEnd> => {
    if (!(await holdJob(transaction, job))) return { kind: 'other_import_runs' };
    await onEnd?.(transaction, job.counts['new'] ? job.id : undefined);
    return endImport(transaction, job, named, alsoWrite);
  });

/**
 * Ends what another run has left of the same import, so that the next run makes the links again that were deleted
 * since. An import whose days are still to be moved is not ended.
 */
const endLeft = (db: Db, names: Names, named: Named) =>
  db.transaction().execute(async (transaction) => {
    const left = await transaction
      .selectFrom('imports')
      .select(['id', 'counts'])
      .where((column) => column.and(names))
      .where('state', '=', 'running')
      .where('cursor', '>', 0)
      .where('history_partition', 'is', null)
      .where((of) =>
        of.not(
          of.exists(of.selectFrom('import_days').select('day').whereRef('import_id', '=', 'imports.id')),
        ),
      )
      .forUpdate()
      .executeTakeFirst();
    if (left) await endImport(transaction, { id: left.id, counts: left.counts ?? {} }, named);
  });

export type RunningImport = { id: string; workspaceId: string; startedAt: Date };

/**
 * Moves the history of the links that an import has made. `finish` ends the import, and calls `alsoWrite` in the same
 * transaction.
 */
export type MoveHistory = (
  running: RunningImport,
  finish: (alsoWrite: WriteAlso) => Promise<ImportEnd>,
) => Promise<ImportEnd>;

/**
 * @param clock ms since the epoch; `moveHistory`: for a source that has a history; `isNew`: does not resume what
 * another run has left of the same import
 */
export async function runImport(
  db: Db,
  source: LinkSource,
  target: ImportTarget,
  {
    clock,
    by,
    moveHistory,
    isNew = false,
    ...hooks
  }: {
    clock: { now: () => number };
    by: AuditActor;
    moveHistory?: MoveHistory;
    isNew?: boolean;
  } & ImportHooks,
): Promise<ImportEnd> {
  const workspaceId = target.workspace.id;
  const names = namesOf(source, target);
  if (isNew) await endLeft(db, names, { workspaceId, name: source.name, by });
  const found = await findOrStart(db, source, names);
  let job = found;
  if (found.isAgain) {
    const again = await readAgain(db, found);
    if (!again) return { kind: 'other_import_runs' };
    job = again;
  }
  const historyKeyOf = source.history?.keyOf ?? (() => undefined);
  for await (const { links, cursor } of source.pagesFrom(job.cursor)) {
    const before = job;
    const after = await db.transaction().execute(async (transaction): Promise<Job | undefined> => {
      if (!(await holdJob(transaction, before))) return undefined;
      const evaluated = await evaluatePage(transaction, target, links, { now: clock.now() });
      await writePage(transaction, { importId: before.id, workspaceId, by, historyKeyOf }, links, evaluated);
      const page = { links, items: evaluated.items };
      const counted = before.isAgain ? await withoutOwn(transaction, before.id, page) : evaluated.items;
      const counts = countsWith(before.counts, counted);
      await transaction
        .updateTable('imports')
        .set({ cursor, counts: JSON.stringify(counts) })
        .where('id', '=', before.id)
        .execute();
      await hooks.onPage?.(transaction, { ...page, cursor, counts });
      return { ...before, cursor, counts };
    });
    if (!after) return { kind: 'other_import_runs' };
    job = after;
  }
  const { id, startedAt } = job;
  const named = { workspaceId, name: source.name, by, onEnd: hooks.onEnd };
  if (!moveHistory || !job.counts['new']) return finish(db, job, named);
  return moveHistory({ id, workspaceId, startedAt }, (alsoWrite) => finish(db, job, named, alsoWrite));
}
