// Works on a job that this process has claimed. Each page is written with the job's counts and reports, in one
// transaction, and only while the claim holds. A process that is killed loses the page that it works on; the next claim
// begins the dry run anew, and goes on with a run where it was. Links that another shortener tells are read once, by the
// process that has its token.

import type { Db } from '@kurz/database';
import { sql } from 'kysely';
import type { AuditActor } from '../../audit/audit-event';
import { consumeQuota, type QuotaRequest } from '../../links/link-quota';
import type { WriteClickRows } from '../../workspaces/import/counted-rows';
import { openCsvSource } from '../csv/csv-source';
import { SourceFault, type HistorySource, type LinkSource } from '../import-source';
import type { ImportTarget } from '../judge-page';
import { moveDays } from '../move-days';
import { runImport, tryImport, type ImportedPage } from '../run-import';
import { undoImport } from '../undo-import';
import { visitsByDay, type ClassifyMoved } from '../visits-by-day';
import { canBeChanged, KEPT, type JobFault } from './import-job';
import { readFile } from './job-file';
import { removeReports, writeReports } from './job-reports';
import { makeLinkWriter, openStoredLinks } from './stored-links';
import { inSmallPages, tellPages, type TellDays } from './tell-days';
import { unpacked } from './unpacked';

export type ClaimedJob = {
  id: string;
  claim: number;
  state: 'checking' | 'running' | 'undoing';
  importId: string | null;
  target: ImportTarget;
  by: AuditActor;
  quota: QuotaRequest;
  /** `csv`, or the service whose links are kept. */
  source: string;
};
/** Of links that this process asks another shortener for. */
export type ReadingJob = Pick<ClaimedJob, 'id' | 'claim' | 'target'> & { state: 'checking' };

/** A claim that is not renewed for so long is another process's to take. */
export const CLAIM = '30 seconds';
const RENEW_MS = 5_000;

/** Another process has the job, it is gone, its workspace cannot be changed, or this process stops. */
export class JobLetGo extends Error {}
class JobFailed extends Error {
  constructor(readonly fault: JobFault) {
    super(fault);
  }
}

export type ReadDeps = { db: Db; clock: { now: () => number }; isStopping: () => boolean };
export type RunDeps = ReadDeps & { writeClickRows: WriteClickRows };

const isWritable = sql<boolean>`EXISTS (
  SELECT FROM workspaces WHERE id = import_jobs.workspace_id AND ${canBeChanged})`;

type Claim = Pick<ClaimedJob, 'id' | 'claim' | 'state'>;

const claimedRow = (db: Db, { id, claim, state }: Claim) =>
  db.updateTable('import_jobs').where('id', '=', id).where('claim', '=', claim).where('state', '=', state);

const heldRow = (db: Db, claim: Claim) => claimedRow(db, claim).where(isWritable);

function makeClaimHolder({ db, isStopping }: ReadDeps, job: Claim) {
  let renewedAt = performance.now();
  /** In the transaction of a page. */
  const renew = async (transaction: Db, counts?: ImportedPage['counts']): Promise<void> => {
    if (isStopping()) throw new JobLetGo('this process stops');
    const { numUpdatedRows } = await heldRow(transaction, job)
      .set({
        claimed_until: sql<Date>`now() + ${CLAIM}::interval`,
        ...(counts && { counts: JSON.stringify(counts) }),
      })
      .executeTakeFirst();
    if (numUpdatedRows === 0n) throw new JobLetGo('the job is another’s, or waits');
    renewedAt = performance.now();
  };
  return {
    renew,
    /** Beside the pages: a large file is read for longer than a claim holds. */
    renewNowAndThen: async () => {
      if (isStopping() || performance.now() - renewedAt > RENEW_MS) await renew(db);
    },
    noteWait: async (seconds: number) => {
      await heldRow(db, job)
        .set({ waits_until: sql<Date>`now() + ${seconds} * interval '1 second'` })
        .execute();
    },
    /** `state`: what the job has come to. */
    end: async (transaction: Db, state: 'checked' | 'finished' | 'failed' | 'undone', more: object = {}) => {
      const { numUpdatedRows } = await heldRow(transaction, job)
        .set({ state, expires_at: KEPT, ...more })
        .executeTakeFirst();
      if (numUpdatedRows === 0n) throw new JobLetGo('the job is another’s, or waits');
      if (state !== 'checked')
        await transaction.deleteFrom('import_job_parts').where('job_id', '=', job.id).execute();
    },
  };
}

type Holder = ReturnType<typeof makeClaimHolder>;

/** What it resolves with is called in the transaction of the page. */
type KeepPage = (page: ImportedPage) => Promise<(transaction: Db) => Promise<void>>;

async function check(
  { db, clock }: ReadDeps,
  { job, holder, source }: { job: Pick<ClaimedJob, 'id' | 'target'>; holder: Holder; source: LinkSource },
  keep?: KeepPage,
) {
  await db.transaction().execute(async (transaction) => {
    await holder.renew(transaction, {});
    await removeReports(transaction, job.id);
  });
  const counts = await tryImport(db, source, job.target, {
    now: clock.now(),
    report: async (page) => {
      const write = await keep?.(page);
      await db.transaction().execute(async (transaction) => {
        await holder.renew(transaction, page.counts);
        await writeReports(transaction, job.id, page);
        await write?.(transaction);
      });
    },
  });
  const total = Object.values(counts).reduce((sum, count) => sum + count, 0);
  await db.transaction().execute((transaction) => holder.end(transaction, 'checked', { total }));
}

async function run(
  { db, clock, writeClickRows }: RunDeps,
  { job, holder, source }: { job: ClaimedJob; holder: Holder; source: LinkSource },
) {
  const end = await runImport(db, source, job.target, {
    clock,
    by: job.by,
    onPage: async (transaction, page) => {
      await holder.renew(transaction, page.counts);
      const made = page.items.filter(({ outcome }) => outcome === 'new').length;
      if (made > 0 && !(await consumeQuota(transaction, job.quota, made)))
        throw new JobFailed('quota_used_up');
      await writeReports(transaction, job.id, page);
    },
    moveHistory: async (running, finish) => {
      const beforeBatch = () => holder.renew(db);
      const visits = await moveDays({ db, writeClickRows, source: source.name, beforeBatch }, running);
      if (visits === undefined) return { kind: 'other_import_runs' };
      const changes: Record<string, number> = visits > 0 ? { visits } : {};
      return finish(() => Promise.resolve(changes));
    },
    onEnd: (transaction, importId) => holder.end(transaction, 'finished', { import_id: importId ?? null }),
  });
  if (end.kind === 'other_import_runs') throw new JobFailed('taken_over');
}

async function undo({ db }: ReadDeps, job: ClaimedJob, holder: Holder) {
  const outcome = await undoImport(db, job.importId ?? '', job.by, () => holder.renew(db));
  if (outcome.kind === 'no_such_import') throw new JobFailed('import_gone');
  const { removed, kept } = outcome;
  await db
    .transaction()
    .execute((transaction) =>
      holder.end(transaction, 'undone', { counts: JSON.stringify({ removed, kept }) }),
    );
}

/** Of a job that cannot go on. Throws all other errors. */
async function endFailed(db: Db, holder: Holder, error: unknown): Promise<void> {
  if (!(error instanceof SourceFault) && !(error instanceof JobFailed)) throw error;
  const fault: JobFault = error instanceof JobFailed ? error.fault : error.reason;
  await db.transaction().execute((transaction) => holder.end(transaction, 'failed', { fault }));
}

/** Throws JobLetGo, and what is worth another try. */
export async function runJob(deps: RunDeps, job: ClaimedJob): Promise<void> {
  const holder = makeClaimHolder(deps, job);
  try {
    if (job.state === 'undoing') return await undo(deps, job, holder);
    const parts = () => readFile(deps.db, job.id, holder.renewNowAndThen);
    const source = await (job.source === 'csv'
      ? openCsvSource(() => Promise.resolve(unpacked(parts())))
      : openStoredLinks(job.source, parts));
    await (job.state === 'checking' ? check : run)(deps, { job, holder, source });
  } catch (error) {
    await endFailed(deps.db, holder, error);
  }
}

export type Reading = {
  open: (onWait: (seconds: number) => Promise<void>) => LinkSource;
  /** Whether the history of new links is asked for, where the source tells it. */
  isWithDays: boolean;
  classify: ClassifyMoved;
  onLetGo: (error: JobLetGo) => void;
};

/** Undefined: the source tells no history of single links. */
function tellerOf(
  history: HistorySource | undefined,
  how: { until: Date; classify: ClassifyMoved },
): TellDays | undefined {
  if (history?.kind === 'days') return (key) => history.of(key, how.until);
  if (history?.kind === 'visits') return (key) => visitsByDay(history, key, how);
  return undefined;
}

/** Asks for what is kept of a source beside its pages of links. */
function readingOf(
  source: LinkSource,
  job: ReadingJob,
  tell: TellDays | undefined,
): { source: LinkSource; keep: KeepPage } {
  const { pack, write } = makeLinkWriter(job.id);
  const { history, pagesFrom } = source;
  return {
    source: tell ? { ...source, pagesFrom: (cursor) => inSmallPages(pagesFrom(cursor)) } : source,
    keep: async (page) => {
      const packed: Buffer[] = [];
      if (history && tell)
        for await (const told of tellPages(page, history.keyOf, tell)) packed.push(await pack(told));
      else packed.push(await pack({ links: page.links, cursor: page.cursor }));
      return (transaction) => write(transaction, packed);
    },
  };
}

/**
 * The dry run of what another shortener tells, which is kept for the run. Throws JobLetGo, and what ends the job with
 * `endInterrupted`.
 */
export async function readPeer(
  deps: ReadDeps,
  job: ReadingJob,
  { open, isWithDays, classify, onLetGo }: Reading,
): Promise<void> {
  const holder = makeClaimHolder(deps, job);
  // the source may want a wait of an hour
  const beat = setInterval(() => {
    holder.renew(deps.db).catch((error: unknown) => {
      if (error instanceof JobLetGo) onLetGo(error);
    });
  }, RENEW_MS);
  try {
    const opened = open(holder.noteWait);
    const asked = isWithDays ? opened : { ...opened, history: undefined };
    const tell = tellerOf(asked.history, { until: new Date(deps.clock.now()), classify });
    const { source, keep } = readingOf(asked, job, tell);
    await check(deps, { job, holder, source }, keep);
  } catch (error) {
    await endFailed(deps.db, holder, error);
  } finally {
    clearInterval(beat);
  }
}

/** Of a reading that no process can go on with. */
export const endInterrupted = (db: Db, job: ReadingJob) =>
  claimedRow(db, job)
    .set({ state: 'failed', fault: 'interrupted' satisfies JobFault, expires_at: KEPT })
    .execute();
