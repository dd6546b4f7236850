// The report of a dry run: one CSV file per outcome, one line per link.

import { appendFileSync, mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { importOutcomes, REPORT_HEAD, reportLinesOf, reportTextOf, type ImportedPage } from '@kurz/api';

/** Makes the files in `folder`; each call adds a page to them. */
export function openImportReport(folder: string) {
  mkdirSync(folder, { recursive: true });
  const fileOf = (outcome: string) => path.join(folder, `${outcome}.csv`);
  for (const outcome of importOutcomes) writeFileSync(fileOf(outcome), REPORT_HEAD, { mode: 0o600 });
  return ({ links, items }: ImportedPage) => {
    for (const outcome of importOutcomes) {
      const lines = reportLinesOf(links, items, outcome);
      if (lines.length > 0) appendFileSync(fileOf(outcome), reportTextOf(lines, 'en'));
    }
  };
}
