// Two hundred requests at once over HTTP, contract §4.1, §4.3 and §8: the allowance is never exceeded, a slug has one
// owner.

import { setTimeout as sleep } from 'node:timers/promises';
import { untilLockWaits } from '../lock-waits';
import { startApi, type Answered, type CallOptions, type TestApi } from './start-api';
import type { ErrorAnswer, ListAnswer, UrlAnswer } from './url-answer';

const PARALLEL = 200;
/** New links per month on the plan pro. */
const ALLOWANCE = 5_000;

let api: TestApi;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.close());

type Creating = Promise<Answered<UrlAnswer & ErrorAnswer>>;

const LATER = ['RATE_LIMITED', 'STORE_UNAVAILABLE'];

/**
 * Changes of a workspace, and of a slug, run one after the other. On a busy machine the last of two hundred are told to
 * retry, and do.
 */
async function change(method: string, path: string, options: CallOptions): Creating {
  for (;;) {
    const answer = await api.fetchJson<Awaited<Creating>['body']>(method, path, options);
    if (!LATER.includes(answer.body.code ?? '')) return answer;
    // two hundred immediate retries would leave the API no time to answer any
    await sleep(100);
  }
}

const create = (token: string, body: object): Creating =>
  change('POST', '/urls', { token, body: { url: 'https://a.example/', ...body } });

/** How often each combination of status and code came. */
async function endingsOf(asked: Creating[]): Promise<Record<string, number>> {
  const endings: Record<string, number> = {};
  for (const { status, body } of await Promise.all(asked)) {
    const ending = [status, body.code].filter(Boolean).join(' ');
    endings[ending] = (endings[ending] ?? 0) + 1;
  }
  return endings;
}

const setUsed = (workspaceId: string, used: number) =>
  api.db.updateTable('link_quota').set({ used }).where('workspace_id', '=', workspaceId).execute();

const usedOf = async (workspaceId: string) =>
  (
    await api.db
      .selectFrom('link_quota')
      .select('used')
      .where('workspace_id', '=', workspaceId)
      .executeTakeFirstOrThrow()
  ).used;

const totalOf = async (token: string) =>
  (await api.fetchJson<ListAnswer>('GET', '/urls', { token })).body.total;

test.each([0, 1, 10])(
  'with %i links left of the allowance exactly so many of two hundred requests create one',
  async (left) => {
    const { workspaceId, token } = await api.addWorkspace();
    await create(token, {});
    await setUsed(workspaceId, ALLOWANCE - left);
    const asked = Array.from({ length: PARALLEL }, () => create(token, {}));
    expect(await endingsOf(asked)).toEqual({
      ...(left > 0 && { '201': left }),
      '403 INSUFFICIENT_QUOTA': PARALLEL - left,
    });
    expect([await usedOf(workspaceId), await totalOf(token)]).toEqual([ALLOWANCE, left + 1]);
  },
);

test('a creation that finds the allowance used up meanwhile leaves no tag', async () => {
  const { workspaceId, token } = await api.addWorkspace();
  await create(token, { tags: ['kept'] });
  let waiting: Creating | undefined;
  await api.db.transaction().execute(async (transaction) => {
    await transaction
      .updateTable('link_quota')
      .set({ used: ALLOWANCE })
      .where('workspace_id', '=', workspaceId)
      .execute();
    waiting = create(token, { tags: ['kept', 'left'] });
    await untilLockWaits(api.db, { within: 'link_quota' });
  });
  expect((await waiting)?.body.code).toBe('INSUFFICIENT_QUOTA');
  const { body } = await api.fetchJson<{ tags: { name: string }[] }>('GET', '/tags', { token });
  expect(body.tags.map(({ name }) => name)).toEqual(['kept']);
  await setUsed(workspaceId, 1);
  expect((await create(token, { tags: ['kept', 'new'] })).status).toBe(201);
});

test('with several tokens of the workspace the allowance is one', async () => {
  const { workspaceId, token } = await api.addWorkspace();
  const tokens = [token, await api.addToken(workspaceId), await api.addToken(workspaceId)];
  await create(token, {});
  await setUsed(workspaceId, ALLOWANCE - 25);
  const asked = Array.from({ length: PARALLEL }, (_, index) => create(tokens[index % 3] ?? token, {}));
  expect(await endingsOf(asked)).toEqual({ '201': 25, '403 INSUFFICIENT_QUOTA': PARALLEL - 25 });
  expect(await totalOf(token)).toBe(26);
});

test('of two hundred creations of one slug one wins, 199 are 409, and one is taken from the allowance', async () => {
  const workspaces = [await api.addWorkspace(), await api.addWorkspace()];
  const asked = Array.from({ length: PARALLEL }, (_, index) =>
    create(workspaces[index % 2]?.token ?? '', { slug: 'wanted', title: String(index) }),
  );
  expect(await endingsOf(asked)).toEqual({ '201': 1, '409 SLUG_EXISTS': PARALLEL - 1 });
  const won = (await Promise.all(asked)).find(({ status }) => status === 201);
  const totals = await Promise.all(workspaces.map(({ token }) => totalOf(token)));
  expect(totals.sort()).toEqual([0, 1]);
  expect(await api.linkCache.get({ zoneId: api.zoneId, slug: 'wanted' })).toMatchObject({
    kind: 'link',
    linkId: won?.body.url.id,
  });
  const used = await api.db
    .selectFrom('link_quota')
    .select('used')
    .where(
      'workspace_id',
      'in',
      workspaces.map(({ workspaceId }) => workspaceId),
    )
    .execute();
  expect(used.reduce((sum, row) => sum + row.used, 0)).toBe(1);
});

test('of a hundred links that are renamed to one slug at once one gets it, and each other keeps its own', async () => {
  const { token } = await api.addWorkspace();
  const slugs = Array.from({ length: 100 }, (_, index) => `rename-${index}`);
  await Promise.all(slugs.map((slug) => create(token, { slug })));
  const renamed = slugs.map((slug) =>
    change('PATCH', `/urls/${slug}`, { token, body: { newSlug: 'the-one' } }),
  );
  expect(await endingsOf(renamed)).toEqual({ '200': 1, '409 SLUG_EXISTS': 99 });
  const { body } = await api.fetchJson<ListAnswer>('GET', '/urls?limit=100', { token });
  const left = body.urls.map(({ slug }) => slug).filter((slug) => slug !== 'the-one');
  expect([body.total, left.length, new Set(left).size]).toEqual([100, 99, 99]);
  expect(left.every((slug) => slugs.includes(slug))).toBe(true);
});

test('of fifty deletions of one link one is a 200 and the others are 404, and its slug can be taken again', async () => {
  const { token } = await api.addWorkspace();
  await create(token, { slug: 'fleeting' });
  const removed = Array.from({ length: 50 }, () => change('DELETE', '/urls/fleeting', { token }));
  expect(await endingsOf(removed)).toEqual({ '200': 1, '404 NOT_FOUND': 49 });
  expect((await create(token, { slug: 'fleeting' })).status).toBe(201);
});
