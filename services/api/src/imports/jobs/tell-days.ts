// Asks another shortener for the clicks by day of the links that an import would make, while its token is at hand: the run
// asks for nothing.

import type { HistorySource, ImportedLink, ImportPage } from '../import-source';
import type { ImportedPage } from '../run-import';
import { packDays } from '../told-days';

/** Each has to be asked for: progress is seen by the page, and its days are in memory. */
const LINKS_OF_PAGE = 50;

/** The same links in small pages. What stands at one place stays together, so that each page has its cursor. */
export async function* inSmallPages(pages: AsyncIterable<ImportPage>): AsyncGenerator<ImportPage> {
  for await (const { links, cursor } of pages) {
    let page: ImportedLink[] = [];
    for (const link of links) {
      const last = page.at(-1);
      if (last && page.length >= LINKS_OF_PAGE && last.place !== link.place) {
        yield { links: page, cursor: last.place };
        page = [];
      }
      page.push(link);
    }
    yield { links: page, cursor };
  }
}

/** The page's links, those that are new with their days up to a moment. Throws SourceFault. */
export async function tellDays(
  { links, items }: Pick<ImportedPage, 'links' | 'items'>,
  history: Extract<HistorySource, { kind: 'days' }>,
  until: Date,
): Promise<ImportedLink[]> {
  const told: ImportedLink[] = [];
  for (const [at, link] of links.entries()) {
    const key = items[at]?.outcome === 'new' ? history.keyOf(link) : undefined;
    told.push(key === undefined ? link : { ...link, days: packDays(await history.of(key, until)) });
  }
  return told;
}
