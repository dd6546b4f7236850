// The filter `state` of GET /urls: each state by itself, on both sides of a window's begin and end, with and without a
// tag.

import { startApi, type TestApi } from './start-api';
import type { ListAnswer } from './url-answer';

const HOUR = 3_600_000;
type Hours = number | null;
/** `starts` and `expires` in hours from now. The links are in the order of their batch. */
const LINKS: readonly {
  slug: string;
  starts?: Hours;
  expires?: Hours;
  isPaused?: boolean;
  isUnsafe?: boolean;
}[] = [
  { slug: 'plain' },
  { slug: 'begun', starts: -1 },
  { slug: 'not-begun', starts: 1 },
  { slug: 'ends-later', expires: 1 },
  { slug: 'over', expires: -1 },
  { slug: 'within', starts: -1, expires: 1 },
  { slug: 'before', starts: 1, expires: 2 },
  { slug: 'after', starts: -2, expires: -1 },
  { slug: 'paused-within', starts: -1, expires: 1, isPaused: true },
  { slug: 'paused-before', starts: 1, isPaused: true },
  { slug: 'paused-after', expires: -1, isPaused: true },
  { slug: 'unsafe-within', starts: -1, expires: 1, isUnsafe: true },
];

const momentOf = (hours: Hours = null) => (hours === null ? null : new Date(Date.now() + hours * HOUR));

let api: TestApi;
beforeAll(async () => {
  api = await startApi();
  const links = LINKS.map(({ slug }) => ({ url: 'https://a.example/', slug, tags: ['all'] }));
  await api.fetchJson('POST', '/urls/batch', { body: { links } });
  for (const { slug, starts, expires, isPaused = false, isUnsafe = false } of LINKS) {
    // set in the database, because a new link cannot have ended already
    await api.db
      .updateTable('links')
      .set({
        starts_at: momentOf(starts),
        expires_at: momentOf(expires),
        is_enabled: !isPaused,
        is_unsafe: isUnsafe,
      })
      .where('slug', '=', slug)
      .execute();
  }
});
afterAll(() => api.close());

test('the location of a link with a window begins with a space, that of another does not', async () => {
  const rows = await api.db.selectFrom('links').select(['slug', 'location']).execute();
  const spaced = rows.filter(({ location }) => location.startsWith(' ')).map(({ slug }) => slug);
  expect(spaced.sort()).toEqual(
    LINKS.map(({ slug }) => slug)
      .filter((slug) => slug !== 'plain')
      .sort(),
  );
});

test.each([
  ['active', ['plain', 'begun', 'ends-later', 'within']],
  ['paused', ['paused-within', 'paused-before', 'paused-after']],
  ['scheduled', ['not-begun', 'before', 'paused-before']],
  ['expired', ['over', 'after', 'paused-after']],
  ['restricted', []],
  ['unsafe', ['unsafe-within']],
])('state=%s lists and counts %j, with a tag as well', async (state, slugs) => {
  for (const filter of [`state=${state}`, `state=${state}&tag=all`]) {
    const { body } = await api.fetchJson<ListAnswer>('GET', `/urls?limit=100&${filter}`);
    expect([filter, body.urls.map(({ slug }) => slug), body.total]).toEqual([filter, slugs, slugs.length]);
  }
});
