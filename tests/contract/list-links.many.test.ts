// GET /urls where there is much to list: terms that thousands of links have, and pages of megabytes.

import { sql } from 'kysely';
import { startApi, type TestApi } from './start-api';
import type { ListAnswer } from './url-answer';

let api: TestApi;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.close());

/** Rows per statement. One of 20,000 rows exceeds the statement timeout on a busy machine. */
const AT_ONCE = 1_000;

/** Inserts this many links; the newest has the highest number. */
async function insertMany(workspaceId: string, prefix: string, { first = 1, last = 1, rest = '' }) {
  const { id } = await api.db.selectFrom('zones').select('id').executeTakeFirstOrThrow();
  const insert = (from: number, to: number) => sql`
    INSERT INTO links (id, workspace_id, zone_id, slug, url, location, title, created_at)
    SELECT 'lnk_' || ${prefix} || n, ${workspaceId}, ${id}, ${prefix} || n, url, url,
      CASE WHEN n % 7 = 0 THEN 'seventh' ELSE '' END, now() + n * interval '1 ms'
    FROM (SELECT n, 'https://a.example/' || n || '/' || ${rest}::text AS url
          FROM generate_series(${from}::int, ${to}::int) n) AS numbered`;
  for (let from = first; from <= last; from += AT_ONCE)
    await insert(from, Math.min(last, from + AT_ONCE - 1)).execute(api.db);
}

async function withMany(prefix: string, last: number, rest = '') {
  const { workspaceId, token } = await api.addWorkspace();
  await insertMany(workspaceId, prefix, { last, rest });
  const list = async (query: Record<string, string>) => {
    const search = new URLSearchParams(query).toString();
    const { status, body } = await api.fetchJson<ListAnswer>('GET', `/urls?${search}`, { token });
    expect(status).toBe(200);
    return { total: body.total, slugs: body.urls.map(({ slug }) => slug), urls: body.urls };
  };
  return { workspaceId, list };
}

test('q that 20,003 links have: the exact total, and each page newest first', async () => {
  const { list } = await withMany('many-', 20_003);
  for (const q of ['many-', 'ny']) {
    const first = await list({ q, limit: '2' });
    expect([first.total, first.slugs]).toEqual([20_003, ['many-20003', 'many-20002']]);
    const last = await list({ q, limit: '2', page: '10002' });
    expect([last.total, last.slugs]).toEqual([20_003, ['many-1']]);
    expect(await list({ q, page: '99999' })).toEqual({ total: 20_003, slugs: [], urls: [] });
  }
});

test('q in a workspace that grows from few links to many', async () => {
  const { workspaceId, list } = await withMany('grown-', 5);
  expect((await list({ q: 'grown-' })).total).toBe(5);
  await insertMany(workspaceId, 'grown-', { first: 6, last: 20_005 });
  for (let turn = 0; turn < 2; turn++) {
    const { total, slugs } = await list({ q: 'grown-', limit: '1' });
    expect([total, slugs]).toEqual([20_005, ['grown-20005']]);
  }
});

test('q that a seventh of the links have, and a page behind the last', async () => {
  const { list } = await withMany('few-', 700);
  const first = await list({ q: 'seventh', limit: '3' });
  expect([first.total, first.slugs]).toEqual([100, ['few-700', 'few-693', 'few-686']]);
  const last = await list({ q: 'seventh', limit: '30', page: '4' });
  expect([last.total, last.slugs.length, last.slugs.at(-1)]).toEqual([100, 10, 'few-7']);
  expect(await list({ q: 'seventh', page: '99' })).toEqual({ total: 100, slugs: [], urls: [] });
});

test.each([['q', { q: 'a.example' }] as const, ['no filter', {}] as const])(
  'a page of 3 MB with %s has every link whole and in order',
  async (name, filter) => {
    const rest = 'x'.repeat(30_000);
    const prefix = `long-${name.length}-`;
    const { list } = await withMany(prefix, 100, rest);
    const { total, urls } = await list({ ...filter, limit: '100' });
    expect(total).toBe(100);
    expect(urls.map(({ slug, url }) => [slug, url])).toEqual(
      Array.from({ length: 100 }, (_, index) => [
        `${prefix}${100 - index}`,
        `https://a.example/${100 - index}/${rest}`,
      ]),
    );
  },
);
