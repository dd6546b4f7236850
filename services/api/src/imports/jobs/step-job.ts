// The steps of a job that a person asks for. A loop does the work (makeImportLoop).

import type { Db } from '@kurz/database';
import { makeId } from '@kurz/process';
import { sql } from 'kysely';
import { changesOfNew, type AuditEvent } from '../../audit/audit-event';
import { writeAuditEvents } from '../../audit/write-audit-events';
import { refuse, type Refusal } from '../../errors/refusal';
import type { QuotaRequest } from '../../links/link-quota';
import { findUsedLinks } from '../../usage/find-used-links';
import { CLAIM } from './claim-holder';
import { ACTIVE_STATES, KEPT } from './import-job';
import { isWhole } from './job-file';
import { removeReports } from './job-reports';

export type Requester = { workspaceId: string; userId: string; sessionId: string };
type Begun = { kind: 'begun'; id: string; /** Size of the file. */ bytes: number };
export type Stepped = { kind: 'stepped' } | Refusal;

type NewJob = {
  state: 'uploading' | 'checking' | 'undoing';
  /** Default: `csv`. */
  source?: string;
  fileName: string;
  bytes: number;
  zoneDomain?: string;
  importId?: string;
};

export const FIRST_CLAIM = 1;

/** Notes in the audit log what the job is going to change; its end is another event. */
const noteBegun = (
  transaction: Db,
  { workspaceId, userId, sessionId }: Requester,
  event: Omit<AuditEvent, 'workspaceId'>,
) => writeAuditEvents(transaction, { kind: 'user', userId, sessionId }, [{ ...event, workspaceId }]);

/** Inserts a job, in place of one that nobody works on. */
function insertJob(db: Db, requester: Requester, job: NewJob): Promise<Begun | Refusal> {
  const { workspaceId, userId, sessionId } = requester;
  return db.transaction().execute(async (transaction) => {
    await transaction
      .deleteFrom('import_jobs')
      .where('workspace_id', '=', workspaceId)
      .where('state', 'not in', ACTIVE_STATES)
      .execute();
    const inserted = await transaction
      .insertInto('import_jobs')
      .values({
        id: makeId('imj'),
        workspace_id: workspaceId,
        state: job.state,
        user_id: userId,
        session_id: sessionId,
        ...(job.source !== undefined && { source: job.source }),
        // this process reads the links itself, so it has the claim
        ...(job.state === 'checking' && {
          claim: FIRST_CLAIM,
          claimed_until: sql<Date>`now() + ${CLAIM}::interval`,
        }),
        file_name: job.fileName,
        bytes: job.bytes,
        zone_domain: job.zoneDomain ?? null,
        import_id: job.importId ?? null,
        expires_at: KEPT,
      })
      .onConflict((conflict) => conflict.column('workspace_id').doNothing())
      .returning('id')
      .executeTakeFirst();
    if (!inserted) return refuse('IMPORT_IN_PROGRESS');
    if (job.importId !== undefined)
      await noteBegun(transaction, requester, {
        action: 'import.undo_begun',
        subjectId: job.importId,
        subjectName: job.fileName,
      });
    return { kind: 'begun', id: inserted.id, bytes: job.bytes };
  });
}

export const beginUpload = (
  db: Db,
  requester: Requester,
  file: Omit<NewJob, 'state' | 'source' | 'importId'>,
) => insertJob(db, requester, { ...file, state: 'uploading' });

/** The dry run of what another shortener tells: the caller reads it, with `claim` FIRST_CLAIM. */
export const beginReading = (
  db: Db,
  requester: Requester,
  { source, name, zoneDomain }: { source: string; name: string; zoneDomain?: string },
) => insertJob(db, requester, { state: 'checking', source, fileName: name, bytes: 0, zoneDomain });

/** As `beginReading`, for a job whose file was sent: a log of visits. */
export function beginReadingWithLog(
  db: Db,
  requester: Requester,
  jobId: string,
  { source, name, zoneDomain }: { source: string; name: string; zoneDomain?: string },
): Promise<Begun | Refusal> {
  return db.transaction().execute(async (transaction) => {
    const job = await holdJob(transaction, requester, jobId);
    if (!job) return refuse('IMPORT_NOT_FOUND');
    if (job.state !== 'uploading') return refuse('IMPORT_NOT_READY');
    if (!(await isWhole(transaction, jobId, job.bytes)))
      return refuse('VALIDATION_FAILED', { field: 'file', reason: 'not_whole' });
    await transaction
      .updateTable('import_jobs')
      .set({
        state: 'checking',
        ...byRequester(requester),
        source,
        file_name: name,
        zone_domain: zoneDomain ?? null,
        claim: FIRST_CLAIM,
        claimed_until: sql<Date>`now() + ${CLAIM}::interval`,
      })
      .where('id', '=', jobId)
      .execute();
    return { kind: 'begun', id: jobId, bytes: job.bytes };
  });
}

/** The job's row, held until the transaction ends. */
const holdJob = (transaction: Db, { workspaceId }: Requester, jobId: string) =>
  transaction
    .selectFrom('import_jobs')
    .select(['id', 'state', 'bytes', 'counts', 'source'])
    .where('id', '=', jobId)
    .where('workspace_id', '=', workspaceId)
    .forUpdate()
    .executeTakeFirst();

/** Frees the job for any process: the claim of the step before may not have ended. */
const byRequester = ({ userId, sessionId }: Requester) => ({
  user_id: userId,
  session_id: sessionId,
  claimed_until: sql<Date>`now()`,
  expires_at: KEPT,
});

/** Begins the dry run. When it has begun already, nothing changes. */
export function beginCheck(db: Db, requester: Requester, jobId: string): Promise<Stepped> {
  return db.transaction().execute(async (transaction): Promise<Stepped> => {
    const job = await holdJob(transaction, requester, jobId);
    if (!job) return refuse('IMPORT_NOT_FOUND');
    if (job.state === 'checking') return { kind: 'stepped' };
    if (job.state !== 'uploading') return refuse('IMPORT_NOT_READY');
    if (!(await isWhole(transaction, jobId, job.bytes)))
      return refuse('VALIDATION_FAILED', { field: 'file', reason: 'not_whole' });
    await transaction
      .updateTable('import_jobs')
      .set({ state: 'checking', ...byRequester(requester) })
      .where('id', '=', jobId)
      .execute();
    return { kind: 'stepped' };
  });
}

/** Begins the import itself. `quota` must suffice for the dry run's new links, and is consumed as they are made. */
export function beginRun(db: Db, requester: Requester, jobId: string, quota: QuotaRequest): Promise<Stepped> {
  return db.transaction().execute(async (transaction): Promise<Stepped> => {
    const job = await holdJob(transaction, requester, jobId);
    if (!job) return refuse('IMPORT_NOT_FOUND');
    if (job.state === 'running') return { kind: 'stepped' };
    if (job.state !== 'checked') return refuse('IMPORT_NOT_READY');
    const used = await findUsedLinks(transaction, quota);
    const links = job.counts?.['new'] ?? 0;
    if (used + links > quota.limit) return refuse('INSUFFICIENT_QUOTA');
    await removeReports(transaction, jobId);
    await transaction
      .updateTable('import_jobs')
      .set({
        state: 'running',
        counts: '{}',
        quota_start: quota.periodStart,
        quota_limit: quota.limit,
        ...byRequester(requester),
      })
      .where('id', '=', jobId)
      .execute();
    const { source } = job;
    const changes = changesOfNew({ source, links });
    await noteBegun(transaction, requester, {
      action: 'import.begun',
      subjectId: jobId,
      subjectName: source,
      changes,
    });
    return { kind: 'stepped' };
  });
}

export async function beginUndo(db: Db, requester: Requester, importId: string): Promise<Begun | Refusal> {
  const found = await db
    .selectFrom('imports')
    .select(['source', 'state'])
    .where('id', '=', importId)
    .where('workspace_id', '=', requester.workspaceId)
    .executeTakeFirst();
  if (!found) return refuse('IMPORT_NOT_FOUND');
  if (found.state === 'undone') return refuse('IMPORT_NOT_READY');
  return insertJob(db, requester, { state: 'undoing', fileName: found.source, bytes: 0, importId });
}

/** Removes a job in any state. The links that a run has made stay, as an import that can be undone. */
export async function removeJob(db: Db, workspaceId: string, jobId: string): Promise<boolean> {
  const { rows } = await sql`
    DELETE FROM import_jobs WHERE id = ${jobId} AND workspace_id = ${workspaceId} RETURNING id`.execute(db);
  return rows.length > 0;
}
