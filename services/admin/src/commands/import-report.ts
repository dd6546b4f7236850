// What a dry run says of each link: one CSV file an outcome.

import { appendFileSync, mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { importOutcomes, messageOf, type JudgedItem, type MovedLink } from '@kurz/api';
import { csvLineOf } from '@kurz/csv';

/** Makes the files in `folder`; each call adds a page to them. */
export function openImportReport(folder: string) {
  mkdirSync(folder, { recursive: true });
  const fileOf = (outcome: string) => path.join(folder, `${outcome}.csv`);
  const head = csvLineOf(['line', 'domain', 'slug', 'url', 'reason']);
  for (const outcome of importOutcomes) writeFileSync(fileOf(outcome), head, { mode: 0o600 });
  return (links: readonly MovedLink[], items: readonly JudgedItem[]) => {
    for (const outcome of importOutcomes) {
      const lines = items.flatMap((item, index) => {
        const link = links[index];
        if (item.outcome !== outcome || !link) return [];
        const reason = 'refusal' in item ? messageOf(item.refusal, 'en') : '';
        return [csvLineOf([link.place, link.domain ?? '', link.slug, link.url, reason])];
      });
      if (lines.length > 0) appendFileSync(fileOf(outcome), lines.join(''));
    }
  };
}
