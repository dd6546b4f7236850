// POST /urls/batch, contract §4.2, §7 and §8: when a batch is refused as a whole, nothing of it is created.

import { builtInPlans } from '@kurz/api';
import { follow } from '../../services/api/src/openapi/follow';
import { startApi, type TestApi } from './start-api';
import type { ErrorAnswer, ListAnswer } from './url-answer';

let api: TestApi;
beforeAll(async () => {
  api = await startApi({
    settings: { plans: { ...builtInPlans, team: { ...builtInPlans.team, batchMaxLinks: 3 } } },
  });
});
afterAll(() => api.close());

const url = 'https://shop.example/';
const send = (body: unknown, token = api.token, headers = {}) =>
  api.fetchJson<ErrorAnswer>('POST', '/urls/batch', { body, token, headers });
const many = (count: number) => ({ links: Array.from({ length: count }, () => ({ url })) });

afterEach(async () => {
  expect((await api.fetchJson<ListAnswer>('GET', '/urls')).body.total).toBe(0);
});

test('an envelope says in both languages what is wrong with it, and shows no code', async () => {
  expect((await send({ links: [] })).body).toEqual({ error: '"links" must not be empty.' });
  expect((await send(many(101))).body).toEqual({ error: '"links" must not have more than 100 entries.' });
  const german = await send(many(101), api.token, { 'accept-language': 'de' });
  expect(german.body).toEqual({ error: '„links“ darf höchstens 100 Einträge haben.' });
  expect((await send({})).body).toEqual({ error: '"links" is required.' });
  expect((await send('{"links":')).body).toEqual({ error: 'The request body is not valid JSON.' });
});

test('a field beside `links` is never at fault, and the description does not say that it may be', async () => {
  const { token } = await api.addWorkspace();
  expect((await send({ ...many(1), url: 5, title: '\u0000', more: [] }, token)).status).toBe(200);
  const { description } = follow({ $ref: '#/components/responses/BatchInvalid' });
  expect(description).not.toContain('beside');
});

test("a plan's own limit holds where an operator set a lower one", async () => {
  const { token } = await api.addWorkspace({ plan: 'team' });
  const refused = await send(many(4), token);
  expect([refused.status, refused.body]).toEqual([
    400,
    { error: '"links" must not have more than 3 entries.' },
  ]);
  expect((await send(many(3), token)).status).toBe(200);
});

test('a body of more than 1 MB: 413, and another media type: 415', async () => {
  expect((await send({ links: [{ url }], padding: 'p'.repeat(1_048_576) })).status).toBe(413);
  expect((await send(many(1), api.token, { 'content-type': 'text/plain' })).status).toBe(415);
});

test('a workspace that changes hands: 423 with Retry-After', async () => {
  const { workspaceId, token } = await api.addWorkspace();
  const { owner_id } = await api.db
    .selectFrom('workspaces')
    .select('owner_id')
    .where('id', '=', workspaceId)
    .executeTakeFirstOrThrow();
  await api.db
    .updateTable('workspaces')
    .set({ transfer_to_user_id: owner_id })
    .where('id', '=', workspaceId)
    .execute();
  const { status, headers } = await send(many(1), token);
  expect(status).toBe(423);
  expect(Number(headers.get('retry-after'))).toBeGreaterThanOrEqual(1);
});

test('other methods on the path of batches: 405, and a link cannot have its name', async () => {
  const { status, headers } = await api.fetchJson('GET', '/urls/batch');
  expect([status, headers.get('allow')]).toEqual([405, 'POST, PATCH, OPTIONS']);
  const { body } = await api.fetchJson<ErrorAnswer>('POST', '/urls', { body: { url, slug: 'batch' } });
  expect(body.code).toBe('SLUG_RESERVED');
});
