// Works on a job that this process has claimed. Each page is written with the job's counts and reports, in one
// transaction, and only while the claim holds. A process that is killed loses the page that it works on; the next claim
// begins the dry run anew, and goes on with a run where it was. Links of another shortener are read once, by the
// process that has its token (read-peer.ts).

import { consumeQuota } from '../../links/link-quota';
import type { WriteClickRows } from '../../workspaces/import/counted-rows';
import { openCsvSource } from '../csv/csv-source';
import type { LinkSource } from '../import-source';
import { releaseImportPartition, moveDays } from '../move-days';
import { runImport } from '../run-import';
import { undoImport } from '../undo-import';
import {
  check,
  endFailed,
  JobFailed,
  makeClaimHolder,
  type ClaimedJob,
  type Holder,
  type ReadDeps,
} from './claim-holder';
import { readFile } from './job-file';
import { writeReports } from './job-reports';
import { firstPageOf, openStoredLinks } from './stored-links';
import { unpacked } from './unpacked';

/** Dry runs that may end by an error that is not the file's, or with their process. Another would end the same way. */
const MAX_CHECKS = 20;

export type RunDeps = ReadDeps & { writeClickRows: WriteClickRows };

async function run(
  { db, clock, writeClickRows }: RunDeps,
  { job, holder, source }: { job: ClaimedJob; holder: Holder; source: LinkSource },
) {
  const end = await runImport(db, source, job.target, {
    clock,
    by: job.by,
    isNew: job.isNew,
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
      return finish(async (transaction) => {
        await releaseImportPartition(transaction, running.id);
        return changes;
      });
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

/** Throws JobLetGo, and errors that are worth another try. */
export async function runJob(deps: RunDeps, job: ClaimedJob): Promise<void> {
  const holder = makeClaimHolder(deps, job);
  try {
    if (job.state === 'undoing') return await undo(deps, job, holder);
    if (job.state === 'checking' && job.claim > MAX_CHECKS) throw new JobFailed('check_failed');
    const partsFrom = (first: number) => readFile(deps.db, job.id, { first, onPart: holder.renewNowAndThen });
    const source = await (job.source === 'csv'
      ? openCsvSource(() => Promise.resolve(unpacked(partsFrom(0))))
      : openStoredLinks(job.source, () => partsFrom(firstPageOf(job))));
    await (job.state === 'checking' ? check : run)(deps, { job, holder, source });
  } catch (error) {
    await endFailed(deps.db, holder, error);
  }
}
