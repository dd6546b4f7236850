// Holds the claim of a job while a process works on it. A page is written only while the claim holds.

import type { Db } from '@kurz/database';
import { retry } from '@kurz/resilience';
import { sql } from 'kysely';
import type { AuditActor } from '../../audit/audit-event';
import { isStoreAway } from '../../errors/is-store-away';
import type { QuotaRequest } from '../../links/link-quota';
import { SourceFault, type LinkSource } from '../import-source';
import type { ImportTarget } from '../evaluate-page';
import type { ImportedPage } from '../run-import';
import { dryRunImport, type Persist } from '../dry-run-import';
import { canBeChanged, KEPT, type JobFault } from './import-job';
import { removeParts } from './job-file';
import { removeReports, writeReports } from './job-reports';

export type ClaimedJob = {
  id: string;
  claim: number;
  state: 'checking' | 'running' | 'undoing';
  importId: string | null;
  /** Whether no page of its present state is written yet. */
  isNew: boolean;
  target: ImportTarget;
  by: AuditActor;
  quota: QuotaRequest;
  /** `csv`, or the service whose links are kept. */
  source: string;
  /** The size of the file that was sent. */
  bytes: number;
};
/** A job whose links this process reads from another shortener. */
export type ReadingJob = Pick<ClaimedJob, 'id' | 'claim' | 'target' | 'bytes'> & { state: 'checking' };

/** A claim that is not renewed for this long may be taken by another process. */
export const CLAIM = '30 seconds';
export const RENEW_MS = 5_000;

/** Another process has the job, it is gone, its workspace cannot be changed, or this process stops. */
export class JobLetGo extends Error {}
export class JobFailed extends Error {
  constructor(readonly fault: JobFault) {
    super(fault);
  }
}

export type ReadDeps = { db: Db; clock: { now: () => number }; isStopping: () => boolean };

const isWritable = sql<boolean>`EXISTS (
  SELECT FROM workspaces WHERE id = import_jobs.workspace_id AND ${canBeChanged})`;

type Claim = Pick<ClaimedJob, 'id' | 'claim' | 'state'>;

export const claimedRow = (db: Db, { id, claim, state }: Claim) =>
  db.updateTable('import_jobs').where('id', '=', id).where('claim', '=', claim).where('state', '=', state);

const heldRow = (db: Db, claim: Claim) => claimedRow(db, claim).where(isWritable);

export function makeClaimHolder({ db, isStopping }: ReadDeps, job: Claim) {
  let renewedAt = performance.now();
  /** Renews the claim, in the transaction of a page. */
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
    /** Renews the claim between pages: a large file is read for longer than a claim holds. */
    renewNowAndThen: async () => {
      if (isStopping() || performance.now() - renewedAt > RENEW_MS) await renew(db);
    },
    noteWait: async (seconds: number) => {
      await heldRow(db, job)
        .set({ waits_until: sql<Date>`now() + ${seconds} * interval '1 second'` })
        .execute();
    },
    /** `state`: the job's new state. */
    end: async (transaction: Db, state: 'checked' | 'finished' | 'failed' | 'undone', more: object = {}) => {
      const { numUpdatedRows } = await heldRow(transaction, job)
        .set({ state, expires_at: KEPT, ...more })
        .executeTakeFirst();
      if (numUpdatedRows === 0n) throw new JobLetGo('the job is another’s, or waits');
      if (state !== 'checked') await removeParts(transaction, job.id);
    },
  };
}

export type Holder = ReturnType<typeof makeClaimHolder>;

/** Shorter than a claim: while PostgreSQL is away, nobody renews it. */
const RETRY = { minMs: 100, maxMs: 2_000, forMs: 20_000 };

/** Retries while PostgreSQL is away or ends the transaction, so that a dry run does not ask another service again. */
export const persistOf = ({ isStopping }: Pick<ReadDeps, 'isStopping'>): Persist => {
  const isRetriable = (error: unknown) => !isStopping() && isStoreAway(error);
  return (transact) => retry(transact, { ...RETRY, isRetriable });
};

/**
 * Resolves with a function that is called in the transaction of the page, and again when it is unknown whether that
 * was committed.
 */
export type KeepPage = (page: ImportedPage) => Promise<(transaction: Db) => Promise<void>>;

/** Does the dry run. `keep` and `onChecked` write more in its transactions. */
export async function check(
  { db, clock, isStopping }: ReadDeps,
  { job, holder, source }: { job: Pick<ClaimedJob, 'id' | 'target'>; holder: Holder; source: LinkSource },
  { keep, onChecked }: { keep?: KeepPage; onChecked?: (transaction: Db) => Promise<void> } = {},
) {
  const persist = persistOf({ isStopping });
  const write = (statements: (transaction: Db) => Promise<unknown>) =>
    persist(() => db.transaction().execute(statements));
  await write(async (transaction) => {
    await holder.renew(transaction, {});
    await removeReports(transaction, job.id);
  });
  const counts = await dryRunImport(db, source, job.target, {
    now: clock.now(),
    persist,
    report: async (page) => {
      const alsoWrite = await keep?.(page);
      await write(async (transaction) => {
        await holder.renew(transaction, page.counts);
        await writeReports(transaction, job.id, page);
        await alsoWrite?.(transaction);
      });
    },
  });
  const total = Object.values(counts).reduce((sum, count) => sum + count, 0);
  await write(async (transaction) => {
    await holder.end(transaction, 'checked', { total });
    await onChecked?.(transaction);
  });
}

/** Marks a job that cannot go on as failed. Throws all other errors. */
export async function endFailed(db: Db, holder: Holder, error: unknown): Promise<void> {
  if (!(error instanceof SourceFault) && !(error instanceof JobFailed)) throw error;
  const fault: JobFault = error instanceof JobFailed ? error.fault : error.reason;
  await db.transaction().execute((transaction) => holder.end(transaction, 'failed', { fault }));
}
