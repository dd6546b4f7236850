// GET /usage, contract §5.3, §5.4 and §7: refusals.

import { startApi, type TestApi } from './start-api';
import type { ErrorAnswer } from './url-answer';

let api: TestApi;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.close());

const read = (token: string | null) => api.fetchJson<ErrorAnswer>('GET', '/usage', { token });

test('no token and an unknown one: 401', async () => {
  expect((await read(null)).status).toBe(401);
  expect((await read('kz_ws_unknown')).status).toBe(401);
});

test('a token without usage:read: 403 that names the scope; with that scope alone: 200', async () => {
  const other = await api.addToken(api.workspaceId, [
    'links:read',
    'links:write',
    'stats:read',
    'domains:read',
  ]);
  const answered = await read(other);
  expect([answered.status, answered.body.code]).toEqual([403, 'SCOPE_REQUIRED']);
  expect(answered.body.error).toContain('usage:read');
  expect((await read(await api.addToken(api.workspaceId, ['usage:read']))).status).toBe(200);
});

test.each(['free', 'basic'] as const)('a workspace on the plan %s: 401', async (plan) => {
  const { token } = await api.addWorkspace({ plan });
  const answered = await read(token);
  expect([answered.status, answered.body.code]).toEqual([401, 'PLAN_NOT_ELIGIBLE']);
});

test('another method: 405', async () => {
  const answered = await api.fetchJson('POST', '/usage', { body: {} });
  expect(answered.status).toBe(405);
  expect(answered.headers.get('allow')).toContain('GET');
});
