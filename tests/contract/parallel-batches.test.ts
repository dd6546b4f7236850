// Parallel batches over HTTP, contract §4.2 and §8: the allowance is never exceeded, a slug has one owner, and each
// batch stops where the allowance ends.

import { startApi, type TestApi } from './start-api';
import type { ListAnswer } from './url-answer';

type Entry = { status: number; code?: string; url?: { slug: string } };
type BatchAnswer = { created: number; failed: number; results: Entry[] };

const url = 'https://a.example/';
/** New links per month on the plan pro. */
const ALLOWANCE = 5_000;

let api: TestApi;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.close());

/** On a busy machine a batch that waited ten seconds for a permit gets 429, has done nothing and is sent again. */
const createAll = async (token: string, links: object[]): Promise<BatchAnswer> => {
  const answered = await api.fetchJson<BatchAnswer>('POST', '/urls/batch', { token, body: { links } });
  if (answered.status === 429) return createAll(token, links);
  expect(answered.status).toBe(200);
  return answered.body;
};

const totalOf = async (token: string) =>
  (await api.fetchJson<ListAnswer>('GET', '/urls', { token })).body.total;

test('of 20 batches of 50 and 100 single creations exactly the 173 links that are left are created', async () => {
  const { workspaceId, token } = await api.addWorkspace();
  await createAll(token, [{ url }]);
  const left = 173;
  await api.db
    .updateTable('link_quota')
    .set({ used: ALLOWANCE - left })
    .where('workspace_id', '=', workspaceId)
    .execute();
  const fifty = Array.from({ length: 50 }, () => ({ url }));
  const [batches, singles] = await Promise.all([
    Promise.all(Array.from({ length: 20 }, () => createAll(token, fifty))),
    Promise.all(Array.from({ length: 100 }, () => api.fetchJson('POST', '/urls', { token, body: { url } }))),
  ]);
  const inBatches = batches.reduce((sum, { created }) => sum + created, 0);
  const alone = singles.filter(({ status }) => status === 201).length;
  expect([inBatches + alone, await totalOf(token)]).toEqual([left, left + 1]);
  for (const { created, failed, results } of batches) {
    expect(created + failed).toBe(50);
    const codes = results.map(({ code }) => code);
    // from the first that the allowance refuses on, all are refused
    expect(codes.slice(created)).toEqual(Array(failed).fill('INSUFFICIENT_QUOTA'));
  }
});

test('of 20 batches that want the same 40 slugs, in other orders, each slug has one winner', async () => {
  const workspaces = [await api.addWorkspace(), await api.addWorkspace()];
  const slugs = Array.from({ length: 40 }, (_, index) => `contested-${index}`);
  const answers = await Promise.all(
    Array.from({ length: 20 }, (_, index) => {
      const turned = [...slugs.slice(index * 2), ...slugs.slice(0, index * 2)];
      const order = index % 3 === 0 ? turned.reverse() : turned;
      return createAll(
        workspaces[index % 2]?.token ?? '',
        order.map((slug) => ({ url, slug })),
      );
    }),
  );
  const won = answers.flatMap(({ results }) => results.flatMap((entry) => entry.url?.slug ?? []));
  expect(won.sort()).toEqual([...slugs].sort());
  const lost = answers.flatMap(({ results }) => results.filter(({ status }) => status !== 201));
  expect(lost.every(({ status, code }) => status === 409 && code === 'SLUG_EXISTS')).toBe(true);
  const totals = await Promise.all(workspaces.map(({ token }) => totalOf(token)));
  expect(totals.reduce((sum, total) => sum + total, 0)).toBe(slugs.length);
});
