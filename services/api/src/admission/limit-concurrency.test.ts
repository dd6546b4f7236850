// Which requests of a workspace run at once.

import { answer, type ApiRequest, type Route } from '../http/route';
import { makeRecentWorkspaces } from './recent-workspaces';
import { makeLimitConcurrency } from './limit-concurrency';

const workspace = {
  id: 'ws_1',
  plan: 'pro' as const,
  billing: { anchor: '2026-01-01', isYearly: false, changesOn: null, yearStartsIn: null },
  defaultZoneId: null,
  isInTransfer: false,
};

const requestWith = (query: ApiRequest['query']): ApiRequest => ({
  params: {},
  query,
  body: undefined,
  headers: {},
  actor: { tokenId: 'tok_1', kind: 'workspace', workspace, userId: null, ownerId: 'usr_1', scopes: [] },
  requestId: 'req_1',
  reserve: () => undefined,
});

/** How many of eight such requests have begun when none has ended. */
async function begunAtOnce(method: Route['method'], path: string, query: ApiRequest['query']) {
  let begun = 0;
  let end = () => {};
  const ended = new Promise<void>((resolve) => {
    end = resolve;
  });
  const limitConcurrency = makeLimitConcurrency(makeRecentWorkspaces());
  const route = limitConcurrency({
    method,
    path,
    scope: 'links:read',
    isWrite: false,
    handle: async () => {
      begun++;
      await ended;
      return answer(200, {});
    },
  });
  const answers = Array.from({ length: 8 }, () => route.handle(requestWith(query)));
  await new Promise(setImmediate);
  const atOnce = begun;
  end();
  await Promise.all(answers);
  expect(begun).toBe(8);
  return atOnce;
}

test.each<[string, Route['method'], string, ApiRequest['query'], number]>([
  ['reads of a link', 'GET', '/urls/:slug', {}, 4],
  ['reads of a link with a parameter q', 'GET', '/urls/:slug', { q: 'a' }, 4],
  ['stats with a parameter q', 'GET', '/urls/:slug/stats', { q: 'a' }, 4],
  ['edits with a parameter q', 'PATCH', '/urls/:slug', { q: 'a' }, 4],
  ['lists with an empty q', 'GET', '/urls', { q: '' }, 4],
  ['searches, which have turns of their own', 'GET', '/urls', { q: 'a' }, 8],
  ['creations, which have turns of their own', 'POST', '/urls', {}, 8],
  ['batches, which have turns of their own', 'POST', '/urls/batch', {}, 8],
])('a workspace begins of eight %s', async (_, method, path, query, expected) => {
  expect(await begunAtOnce(method, path, query)).toBe(expected);
});
