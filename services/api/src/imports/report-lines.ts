// What a report says of each link of an import: one CSV file per outcome.

import { csvLineOf } from '@kurz/csv';
import type { ImportReportLine } from '@kurz/database';
import type { Language } from '../errors/catalogue';
import { messageOf } from '../errors/message-of';
import type { ImportedLink } from './import-source';
import type { ImportOutcome, EvaluatedItem } from './evaluate-page';

/** The most characters of one field: a report helps to find the line, it does not repeat the file. */
const MAX_CHARACTERS = 2_048;

export const REPORT_HEAD = csvLineOf(['line', 'domain', 'slug', 'url', 'reason']);

const cut = (text: string) => text.slice(0, MAX_CHARACTERS);

/** The links of a page with this outcome. */
export function reportLinesOf(
  links: readonly ImportedLink[],
  items: readonly EvaluatedItem[],
  outcome: ImportOutcome,
): ImportReportLine[] {
  return items.flatMap((item, index) => {
    const link = links[index];
    if (item.outcome !== outcome || !link) return [];
    const { place, domain, slug, url } = link;
    const reason = 'refusal' in item && {
      reason: { en: messageOf(item.refusal, 'en'), de: messageOf(item.refusal, 'de') },
    };
    return [
      {
        place,
        ...(domain !== undefined && { domain: cut(domain) }),
        slug: cut(slug),
        url: cut(url),
        ...reason,
      },
    ];
  });
}

export const reportTextOf = (lines: readonly ImportReportLine[], language: Language): string =>
  lines
    .map(({ place, domain, slug, url, reason }) =>
      csvLineOf([place, domain ?? '', slug, url, reason?.[language] ?? '']),
    )
    .join('');
