// A Redis primary that was cut off and is not demoted yet still answers with old entries.

import type { LinkCache } from '@kurz/link-cache';
import { ask } from './ask';
import { openRedirector, type OpenRedirector } from './open-redirector';
import { addLink, addWorkspace, changeLink, deleteLink, SHARED_ZONE } from './stored-links';

let open: OpenRedirector;
let reportGap = () => {};
/** The answers of the link cache, in place of its real entries. */
let remembered: LinkCache['getAll'] | undefined;

beforeAll(async () => {
  open = await openRedirector({
    around: (linkCache) => ({
      ...linkCache,
      getAll: (keys) => (remembered ?? linkCache.getAll)(keys),
      subscribe: (onChange, onMissed) => {
        reportGap = () => onMissed?.();
        return linkCache.subscribe(onChange, onMissed);
      },
    }),
  });
  await addWorkspace(open.db);
  await open.linkCache.publishZone(SHARED_ZONE);
});
afterEach(() => (remembered = undefined));
afterAll(() => open.close());

test.each([
  ['moved', () => changeLink(open.db, open.linkCache, 'moved', { location: 'https://new.example/' })],
  ['deleted', () => deleteLink(open.db, open.linkCache, 'deleted')],
])('A former primary that answers once more brings back no link that was %s', async (slug, change) => {
  await addLink(open.db, slug);
  expect((await ask(open.port, `/${slug}`)).status).toBe(302);
  const before = await open.linkCache.getAll([{ zoneId: SHARED_ZONE, slug }]);
  await change();
  const { status, headers } = await ask(open.port, `/${slug}`);
  remembered = () => Promise.resolve(before);
  reportGap();
  const again = await ask(open.port, `/${slug}`);
  expect([again.status, again.headers.location]).toEqual([status, headers.location]);
});
