// What became of each link of a job, by outcome.

import { BYTE_ORDER_MARK } from '@kurz/csv';
import type { Db } from '@kurz/database';
import type { Language } from '../../errors/catalogue';
import { importOutcomes, type ImportOutcome } from '../evaluate-page';
import { REPORT_HEAD, reportLinesOf, reportTextOf } from '../report-lines';
import type { ImportedPage } from '../run-import';

/** A page that is written a second time stays unchanged. */
export async function writeReports(
  transaction: Db,
  jobId: string,
  { links, items, cursor }: ImportedPage,
): Promise<void> {
  const pages = importOutcomes.flatMap((outcome) => {
    const lines = reportLinesOf(links, items, outcome);
    return lines.length === 0 ? [] : [{ job_id: jobId, outcome, page: cursor, links: JSON.stringify(lines) }];
  });
  if (pages.length === 0) return;
  const insertion = transaction.insertInto('import_job_reports').values(pages);
  await insertion.onConflict((conflict) => conflict.doNothing()).execute();
}

export async function removeReports(transaction: Db, jobId: string): Promise<void> {
  await transaction.deleteFrom('import_job_reports').where('job_id', '=', jobId).execute();
}

/** The report as CSV, page by page: a job may have 100,000 links. */
export async function* readReport(
  db: Db,
  { jobId, outcome, language }: { jobId: string; outcome: ImportOutcome; language: Language },
): AsyncGenerator<string, void> {
  yield BYTE_ORDER_MARK + REPORT_HEAD;
  for (let page = -1; ;) {
    const row = await db
      .selectFrom('import_job_reports')
      .select(['page', 'links'])
      .where('job_id', '=', jobId)
      .where('outcome', '=', outcome)
      .where('page', '>', page)
      .orderBy('page')
      .limit(1)
      .executeTakeFirst();
    if (!row) return;
    yield reportTextOf(row.links ?? [], language);
    ({ page } = row);
  }
}
