// Asks another shortener for the history of the links that an import would make, while its token is at hand: the run
// asks for nothing.

import type { CountedDays, HistorySource, ImportedLink, ImportPage } from '../import-source';
import type { ImportedPage } from '../run-import';
import { packDays } from '../pack-days';

/** Each link has to be asked for. Progress is shown by the page, and the days of a page are in memory. */
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

/** Numbers of a page. One link may have more. */
const WEIGHT_OF_PAGE = 20_000;

/** How many numbers are kept for a link. */
const weightOf = ({ days }: ImportedLink) =>
  (days?.counts.length ?? 0) + (days?.facts ?? []).reduce((sum, facts) => sum + (facts?.by.length ?? 0), 0);

/** The days of one link, up to a moment. Throws SourceFault. */
export type FetchDays = (key: string) => Promise<CountedDays>;

/**
 * The page's links, the new ones with their days. Many days are spread over several pages, so that few are in memory.
 * Throws SourceFault.
 */
export async function* pagesWithDays(
  { links, items, cursor }: Pick<ImportedPage, 'links' | 'items' | 'cursor'>,
  keyOf: HistorySource['keyOf'],
  fetchDays: FetchDays,
): AsyncGenerator<ImportPage> {
  let page: ImportedLink[] = [];
  let weight = 0;
  for (const [at, link] of links.entries()) {
    const last = page.at(-1);
    if (last && weight >= WEIGHT_OF_PAGE && last.place !== link.place) {
      yield { links: page, cursor: last.place };
      page = [];
      weight = 0;
    }
    const key = items[at]?.outcome === 'new' ? keyOf(link) : undefined;
    const linkWithDays = key === undefined ? link : { ...link, days: packDays(await fetchDays(key)) };
    weight += weightOf(linkWithDays);
    page.push(linkWithDays);
  }
  yield { links: page, cursor };
}
