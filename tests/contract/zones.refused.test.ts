// GET /zones, contract §5.3, §5.4 and §7: refusals.

import { startApi, type TestApi } from './start-api';
import type { ErrorAnswer } from './url-answer';

let api: TestApi;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.close());

const read = (token: string | null) => api.fetchJson<ErrorAnswer>('GET', '/zones', { token });

test('no token and an unknown one: 401', async () => {
  expect((await read(null)).status).toBe(401);
  expect((await read('kz_ws_unknown')).status).toBe(401);
});

test('a token without domains:read: 403 that names the scope; with that scope alone: 200', async () => {
  const other = await api.addToken(api.workspaceId, [
    'links:read',
    'links:write',
    'stats:read',
    'usage:read',
  ]);
  const answered = await read(other);
  expect([answered.status, answered.body.code]).toEqual([403, 'SCOPE_REQUIRED']);
  expect(answered.body.error).toContain('domains:read');
  expect((await read(await api.addToken(api.workspaceId, ['domains:read']))).status).toBe(200);
});

test('a workspace on the plan free: 401', async () => {
  const { token } = await api.addWorkspace({ plan: 'free' });
  const answered = await read(token);
  expect([answered.status, answered.body.code]).toEqual([401, 'PLAN_NOT_ELIGIBLE']);
});

test('another method: 405', async () => {
  const answered = await api.fetchJson('DELETE', '/zones');
  expect(answered.status).toBe(405);
  expect(answered.headers.get('allow')).toContain('GET');
});
