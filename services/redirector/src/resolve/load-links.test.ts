import type { LinkCacheKey } from '@kurz/link-cache';
import { cachedLink } from '../cached-link-fixture';
import { linksToLoad, loadLinks } from './load-links';
import type { KeyedLink } from '../near-cache/near-cache';

const keyed = (slug: string): KeyedLink => ({ key: { zoneId: 'zon_1', slug }, link: cachedLink() });

async function* pagesOf(...pages: (string[] | Error)[]): AsyncGenerator<KeyedLink[]> {
  for (const page of pages) {
    if (page instanceof Error) throw page;
    yield await Promise.resolve(page.map(keyed));
  }
}

/** `refused`: the slug that a bulk read does not take. */
function open(refused?: string) {
  const stored: string[] = [];
  const closing = new AbortController();
  const store = ({ slug }: LinkCacheKey) => {
    if (slug === refused) return false;
    stored.push(slug);
    return true;
  };
  return { stored, closing, deps: { bulkRead: { store }, signal: closing.signal } };
}

test('each link of each page is stored', async () => {
  const { stored, deps } = open();
  expect(await loadLinks(deps, pagesOf(['a', 'b'], ['c']))).toBe(3);
  expect(stored).toEqual(['a', 'b', 'c']);
});

test('nothing more is read once a link is not taken, or its time is over', async () => {
  const refusing = open('b');
  expect(await loadLinks(refusing.deps, pagesOf(['a', 'b'], new Error('read')))).toBe(1);
  const over = open();
  over.closing.abort();
  expect(await loadLinks(over.deps, pagesOf(['a'], new Error('read')))).toBe(1);
});

test('a page that cannot be read ends it', async () => {
  await expect(loadLinks(open().deps, pagesOf(['a'], new Error('away')))).rejects.toThrow('away');
});

test('half of the near cache stays for what visitors ask for', () => {
  expect(linksToLoad(64 * 1024 ** 2)).toBe(100_000);
  expect(linksToLoad(3_200_000)).toBe(10_000);
  expect(linksToLoad(0)).toBe(0);
});
