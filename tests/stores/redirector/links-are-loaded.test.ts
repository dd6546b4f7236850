// The links with the most visits are loaded at the start. Changes made while they are read are seen all the same.

import { until } from '../../until';
import { ask } from './ask';
import { openRedirector, type OpenRedirector, type OpenRedirectorOptions } from './open-redirector';
import { addLink, addWorkspace, changeLink, deleteLink, SHARED_ZONE } from './stored-links';

const VISITED = ['first', 'second', 'third'];
const inTime = new AbortController().signal;

let open: OpenRedirector;

async function openWithLinks(options: OpenRedirectorOptions): Promise<OpenRedirector> {
  const opened = await openRedirector(options);
  await addWorkspace(opened.db);
  await opened.linkCache.publishZone(SHARED_ZONE);
  for (const slug of [...VISITED, 'unvisited']) await addLink(opened.db, slug);
  const hits = VISITED.map((slug, place) => ({ link_id: `lnk_${slug}`, hits: 100 - place }));
  await opened.db.insertInto('link_hits').values(hits).execute();
  return opened;
}

beforeEach(async () => {
  open = await openWithLinks({});
});
afterEach(() => open.close());

const statusOf = async (slug: string) => (await ask(open.port, `/${slug}`)).status;

/** The number of reads of links in PostgreSQL while visitors request these slugs. */
async function readsOf(slugs: readonly string[]): Promise<number> {
  const before = open.reads.linkReads();
  for (const slug of slugs) expect(await statusOf(slug)).toBe(302);
  return open.reads.linkReads() - before;
}

test('visitors of the links with the most visits need no look-up', async () => {
  expect(await open.redirector.loadLinks(inTime)).toBe(3);
  expect(await readsOf(VISITED)).toBe(0);
  expect(await readsOf(['unvisited'])).toBe(1);
});

test('of more links than half of the near cache holds, those with the most visits are read', async () => {
  await open.close();
  open = await openWithLinks({ settings: { nearCacheBytes: 640 } });
  expect(await open.redirector.loadLinks(inTime)).toBe(2);
});

test('a change and a deletion while they are read are seen', async () => {
  let go = () => {};
  const held = new Promise<void>((resolve) => (go = resolve));
  const before = open.reads.linkReads();
  open.reads.holdBack(() => held);
  const loading = open.redirector.loadLinks(inTime);
  await until(() => open.reads.linkReads() > before, { what: 'the links are read' });
  open.reads.holdBack(undefined);
  const location = 'https://example.com/changed';
  await changeLink(open.db, open.linkCache, 'first', { location });
  await deleteLink(open.db, open.linkCache, 'second');
  go();
  expect(await loading).toBe(3);
  expect((await ask(open.port, '/first')).headers.location).toBe(location);
  expect(await statusOf('second')).toBe(404);
  expect(await readsOf(['third'])).toBe(0);
});

test('nothing is stored once all that is near was invalidated', async () => {
  await open.close();
  let forget = () => {};
  open = await openWithLinks({
    around: (linkCache) => ({
      ...linkCache,
      subscribe: (onChange, onMissed) => {
        forget = () => onMissed?.();
        return linkCache.subscribe(onChange, onMissed);
      },
    }),
  });
  const before = open.reads.linkReads();
  open.reads.holdBack(() => Promise.resolve(forget()));
  expect(await open.redirector.loadLinks(inTime)).toBe(0);
  expect(open.reads.linkReads()).toBe(before + 1);
});
