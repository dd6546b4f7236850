// Reads the links of another shortener, in the process that has its token: a dry run, which keeps what it reads for the
// run.

import type { Db } from '@kurz/database';
import type { HistorySource, LinkSource } from '../import-source';
import { indexLog } from '../index-log';
import { visitsByDay, type ClassifyMoved } from '../visits-by-day';
import { openYourlsLog } from '../yourls-log/open-yourls-log';
import {
  check,
  claimedRow,
  endFailed,
  JobLetGo,
  makeClaimHolder,
  persistOf,
  RENEW_MS,
  type Holder,
  type KeepPage,
  type ReadDeps,
  type ReadingJob,
} from './claim-holder';
import { KEPT, type JobFault } from './import-job';
import { readFile, removeFile, removeParts } from './job-file';
import { firstPageOf, makeLinkWriter, type PackedPage } from './stored-links';
import { inSmallPages, pagesWithDays, type FetchDays } from './pages-with-days';
import { unpacked } from './unpacked';

export type Reading = {
  open: (onWait: (seconds: number) => Promise<void>) => LinkSource;
  /** Whether the history of new links is asked for, when the source tells it. */
  isWithDays: boolean;
  classify: ClassifyMoved;
  onLetGo: (error: JobLetGo) => void;
};

/** Undefined when the source tells no history of single links. A log is read as a whole first. */
async function daysFetcherOf(
  history: HistorySource | undefined,
  how: { until: Date; classify: ClassifyMoved },
): Promise<FetchDays | undefined> {
  if (history?.kind === 'log') return indexLog(history, how);
  if (history?.kind === 'days') return (key) => history.of(key, how.until);
  if (history?.kind === 'visits') return (key) => visitsByDay(history, key, how);
  return undefined;
}

/** The source in pages of a fitting size, and `keep`, which stores its pages with the history of the new links. */
function readingOf(
  source: LinkSource,
  job: ReadingJob,
  fetchDays: FetchDays | undefined,
): { source: LinkSource; keep: KeepPage } {
  const { pack, write } = makeLinkWriter(job.id, firstPageOf(job));
  const { history, pagesFrom } = source;
  return {
    source: fetchDays ? { ...source, pagesFrom: (cursor) => inSmallPages(pagesFrom(cursor)) } : source,
    keep: async (page) => {
      const packed: PackedPage[] = [];
      if (history && fetchDays)
        for await (const each of pagesWithDays(page, history.keyOf, fetchDays)) packed.push(await pack(each));
      else packed.push(await pack({ links: page.links, cursor: page.cursor }));
      return (transaction) => write(transaction, packed);
    },
  };
}

/** The log that was sent, if any, in place of the history that the source tells. */
async function historyOf(
  { db, isStopping }: ReadDeps,
  { job, holder }: { job: ReadingJob; holder: Holder },
  ofSource: HistorySource | undefined,
): Promise<HistorySource | undefined> {
  if (job.bytes === 0) return ofSource;
  const persist = persistOf({ isStopping });
  const onPart = () => persist(holder.renewNowAndThen);
  const where = { first: 0, before: firstPageOf(job), onPart, persist };
  const parts = () => readFile(db, job.id, where);
  return openYourlsLog(() => Promise.resolve(unpacked(parts())));
}

/**
 * The dry run of another shortener's links, which are kept for the run. Throws JobLetGo and other errors, after which
 * the caller ends the job with `endInterrupted`.
 */
export async function readPeer(
  deps: ReadDeps,
  job: ReadingJob,
  { open, isWithDays, classify, onLetGo }: Reading,
): Promise<void> {
  const holder = makeClaimHolder(deps, job);
  // renewed by a timer, because the source may want a wait of an hour
  const beat = setInterval(() => {
    holder.renew(deps.db).catch((error: unknown) => {
      if (error instanceof JobLetGo) onLetGo(error);
    });
  }, RENEW_MS);
  try {
    const persist = persistOf(deps);
    const opened = open((seconds) => persist(() => holder.noteWait(seconds)));
    const history = await historyOf(deps, { job, holder }, isWithDays ? opened.history : undefined);
    const fetchDays = await daysFetcherOf(history, { until: new Date(deps.clock.now()), classify });
    const { source, keep } = readingOf({ ...opened, history }, job, fetchDays);
    // a log holds addresses of visitors
    const onChecked = (transaction: Db) => removeFile(transaction, job.id);
    await check(deps, { job, holder, source }, { keep, onChecked: job.bytes > 0 ? onChecked : undefined });
  } catch (error) {
    await endFailed(deps.db, holder, error);
  } finally {
    clearInterval(beat);
  }
}

/** Ends a reading that no process can go on with, and removes its file: a log holds addresses of visitors. */
export const endInterrupted = (db: Db, job: ReadingJob) =>
  db.transaction().execute(async (transaction) => {
    const { numUpdatedRows } = await claimedRow(transaction, job)
      .set({ state: 'failed', fault: 'interrupted' satisfies JobFault, expires_at: KEPT })
      .executeTakeFirst();
    if (numUpdatedRows > 0n) await removeParts(transaction, job.id);
  });
