// The total of a workspace's list is the sum of stored rows. It equals the number of its links after any operation.

import { sql } from 'kysely';
import { foldLinkCounts } from '../../services/api/src/links/kept-counts';
import { startApi, type TestApi, type TestWorkspace } from './start-api';
import type { ListAnswer } from './url-answer';

let api: TestApi;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.close());

let names = 0;
const newLink = () => ({ url: 'https://a.example/', slug: `total-${++names}` });

async function expectTrue({ workspaceId, token }: TestWorkspace): Promise<void> {
  const { rows } = await sql<{ shown: number; archived: number }>`
    SELECT count(*) FILTER (WHERE NOT is_archived) AS shown, count(*) FILTER (WHERE is_archived) AS archived
    FROM links WHERE workspace_id = ${workspaceId}`.execute(api.db);
  const { shown = 0, archived = 0 } = rows[0] ?? {};
  for (const [query, total] of [
    ['', shown],
    ['?archived=true', archived],
    ['?archived=all&sort=title', shown + archived],
    ['?page=9999', shown],
  ] as const) {
    const { body } = await api.fetchJson<ListAnswer>('GET', `/urls${query}`, { token });
    expect([query, body.total]).toEqual([query, total]);
  }
}

const rowsOf = async ({ workspaceId }: TestWorkspace) => {
  const counts = api.db.selectFrom('link_counts').select('links').where('workspace_id', '=', workspaceId);
  return (await counts.execute()).length;
};

test('links that are made, refused, archived and deleted, at once', async () => {
  const place = await api.addWorkspace();
  const { token } = place;
  await expectTrue(place);
  const ask = (method: string, path: string, body?: object) => api.fetchJson(method, path, { token, body });
  const links = Array.from({ length: 30 }, newLink);
  const [taken = newLink(), ...others] = links;
  await ask('POST', '/urls/batch', { links: [...links.slice(0, 20), taken] });
  await Promise.all([
    ...links.slice(20).map((link) => ask('POST', '/urls', link)),
    ...others.slice(0, 6).map(({ slug }) => ask('PATCH', `/urls/${slug}`, { isArchived: true })),
    ...others.slice(6, 12).map(({ slug }) => ask('DELETE', `/urls/${slug}`)),
  ]);
  await ask('PATCH', '/urls/batch', {
    links: others.slice(3, 9).map(({ slug }) => ({ slug, isArchived: false, title: 'back' })),
  });
  await expectTrue(place);
});

test('many rows become one a kind, while links are made', async () => {
  const place = await api.addWorkspace();
  const create = async () => {
    for (let made = 0; made < 51; made++)
      await api.fetchJson('POST', '/urls', { token: place.token, body: newLink() });
  };
  await Promise.all([create(), create()]);
  await Promise.all([foldLinkCounts(api.db), foldLinkCounts(api.db), create()]);
  await expectTrue(place);
  expect(await rowsOf(place)).toBeLessThan(100);
  await expectTrue(place);
});

test('rows of a workspace that is gone go with the next fold', async () => {
  const gone = { workspaceId: 'ws_gone', ownerEmail: '', token: '' };
  const row = { workspace_id: gone.workspaceId, is_archived: false, links: 3 };
  await api.db.insertInto('link_counts').values(row).execute();
  await foldLinkCounts(api.db);
  expect(await rowsOf(gone)).toBe(0);
});
