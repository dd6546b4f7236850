import type { ImportedLink, ImportPage } from '../import-source';
import { NO_FIELDS } from '../peers/peer-source';
import { inSmallPages, pagesWithDays } from './pages-with-days';

const linkAt = (place: number, slug = `slug-${place}`): ImportedLink => ({
  ...NO_FIELDS,
  place,
  slug,
  url: 'https://a.example/',
  historyKey: slug,
});

async function small(...pages: ImportPage[]) {
  const given = (async function* () {
    for (const page of pages) yield await Promise.resolve(page);
  })();
  const found: [number, number][] = [];
  for await (const { links, cursor } of inSmallPages(given)) found.push([links.length, cursor]);
  return found;
}

test('pages become small, and what stands at one place stays together', async () => {
  const links = Array.from({ length: 120 }, (_, at) => linkAt(at + 1));
  expect(await small({ links, cursor: 120 })).toEqual([
    [50, 50],
    [50, 100],
    [20, 120],
  ]);
  const names = Array.from({ length: 80 }, (_, at) => linkAt(131, `name-${at}`));
  expect(await small({ links: [...names, linkAt(132)], cursor: 140 })).toEqual([
    [80, 131],
    [1, 140],
  ]);
});

type Page = Parameters<typeof pagesWithDays>[0];

/** The pages that pagesWithDays makes of a page of links. `days`: the number of days of each link. */
async function collectPages(page: Page, days: number, onAsked: (key: string) => void = () => undefined) {
  const fetchDays = (key: string) => {
    onAsked(key);
    const day = { day: '1970-01-02', clicks: 4 };
    return Promise.resolve({ days: Array.from({ length: days }, () => day), total: undefined });
  };
  const pages: ImportPage[] = [];
  const keyOf = ({ historyKey }: ImportedLink) => (historyKey === 'slug-3' ? undefined : historyKey);
  for await (const made of pagesWithDays(page, keyOf, fetchDays)) pages.push(made);
  return pages;
}

const pageOf = (links: readonly ImportedLink[], same: readonly number[] = []): Page => ({
  links,
  items: links.map(({ place }) => ({ outcome: same.includes(place) ? 'same' : 'new' })) as Page['items'],
  cursor: 99,
});

test('new links alone are asked for, by the key that the source has for them', async () => {
  const asked: string[] = [];
  const links = [linkAt(1), linkAt(2), linkAt(3)];
  const pages = await collectPages(pageOf(links, [2]), 1, (key) => asked.push(key));
  expect(pages).toHaveLength(1);
  expect(pages[0]?.links.map(({ days }) => days)).toEqual([{ counts: [1, 4] }, undefined, undefined]);
  expect(asked).toEqual(['slug-1']);
});

test('what is told becomes several pages where it is much, each behind a whole place', async () => {
  const links = [linkAt(1), linkAt(2), linkAt(4), linkAt(4, 'other-name'), linkAt(5)];
  const pages = await collectPages(pageOf(links), 6_000);
  expect(pages.map(({ links: some, cursor }) => [some.map(({ place }) => place), cursor])).toEqual([
    [[1, 2], 2],
    [[4, 4], 4],
    [[5], 99],
  ]);
});
