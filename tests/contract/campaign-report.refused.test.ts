// GET /urls/campaigns, contract §4.7, §5.3, §5.4 and §7.

import { builtInPlans } from '@kurz/api';
import { startApi, type TestApi } from './start-api';
import type { ErrorAnswer } from './url-answer';

let api: TestApi;
beforeAll(async () => {
  // a plan with API and without reports, which the built-in table has not
  const basic = { ...builtInPlans.basic, hasApi: true, requestsPerMinute: 300 };
  api = await startApi({ settings: { plans: { ...builtInPlans, basic } } });
});
afterAll(() => api.close());

const read = (query: string, token: string | null = api.token, headers = {}) =>
  api.fetchJson<ErrorAnswer>('GET', `/urls/campaigns${query}`, { token, headers });

test.each([
  ['from=2026-02-30', 'from'],
  ['to=2026-13-01', 'to'],
  ['to=2026-01-01%00', 'to'],
  ['to=2026-01-01&to=2026-01-02', 'to'],
  ['from=2026-02-02&to=2026-02-01', 'from'],
  ['from=2999-01-01', 'from'],
])('%s: 400 that names %s', async (query, field) => {
  const answered = await read(`?${query}`);
  expect([answered.status, answered.body.code]).toEqual([400, 'VALIDATION_FAILED']);
  expect(answered.body.error).toContain(`"${field}"`);
});

test('a plan without campaign reports: 403 CAMPAIGN_REPORT_NOT_IN_PLAN, whatever the window', async () => {
  const { token } = await api.addWorkspace({ plan: 'basic' });
  for (const query of ['', '?from=nonsense']) {
    const answered = await read(query, token);
    expect([answered.status, answered.body.code]).toEqual([403, 'CAMPAIGN_REPORT_NOT_IN_PLAN']);
  }
  const german = await read('', token, { 'accept-language': 'de' });
  expect(german.body.error).toBe('Kampagnenberichte sind im Tarif des Workspace nicht enthalten.');
});

test.each(['pro', 'team', 'business'] as const)('the plan %s has campaign reports', async (plan) => {
  const { token } = await api.addWorkspace({ plan });
  expect((await read('', token)).status).toBe(200);
});

test('a workspace on a plan without API: 401', async () => {
  const { token } = await api.addWorkspace({ plan: 'free' });
  const answered = await read('', token);
  expect([answered.status, answered.body.code]).toEqual([401, 'PLAN_NOT_ELIGIBLE']);
});

test('a token without stats:read: 403 that names the scope', async () => {
  const token = await api.addToken(api.workspaceId, ['links:read', 'usage:read']);
  const answered = await read('', token);
  expect([answered.status, answered.body.code]).toEqual([403, 'SCOPE_REQUIRED']);
  expect(answered.body.error).toContain('stats:read');
});

test('a token with no scope but stats:read is enough', async () => {
  const token = await api.addToken(api.workspaceId, ['stats:read']);
  expect((await read('', token)).status).toBe(200);
});

test('no token: 401', async () => {
  expect((await read('', null)).status).toBe(401);
});

test.each(['PATCH', 'DELETE'])('campaigns is no slug: %s is 405', async (method) => {
  const answered = await api.fetchJson(method, '/urls/campaigns', { body: {} });
  expect(answered.status).toBe(405);
  expect(answered.headers.get('allow')).toContain('GET');
});
