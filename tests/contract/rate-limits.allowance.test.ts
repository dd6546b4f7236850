// The rate limits of /v1 for those with a token, contract §5.1, §7 and §8.

import {
  BUSINESS,
  PRO,
  rateOf,
  startLimitedApi,
  statusesOf,
  TEAM,
  type LimitedApi,
} from './start-limited-api';

let api: LimitedApi;
beforeAll(async () => {
  api = await startLimitedApi();
});
afterAll(() => api.close());

test("of 500 requests at once with three tokens of a workspace exactly the plan's 300 are served", async () => {
  const { workspaceId, token } = await api.addWorkspace({ plan: 'pro' });
  const tokens = [token, await api.addToken(workspaceId), await api.addToken(workspaceId, ['domains:read'])];
  const asked = Array.from({ length: PRO + 200 }, (_, index) => api.ask(tokens[index % 3] ?? ''));
  expect(await statusesOf(asked)).toEqual({ 200: PRO, 429: 200 });
});

test('a workspace that is over its limit is no hindrance to another', async () => {
  const [busy, calm] = [await api.addWorkspace({ plan: 'team' }), await api.addWorkspace({ plan: 'team' })];
  expect(await statusesOf(api.many(TEAM + 3, busy.token))).toEqual({ 200: TEAM, 429: 3 });
  expect((await api.ask(calm.token)).status).toBe(200);
});

test('the refusal is a 429 with a code, in the language that is asked for', async () => {
  const { token } = await api.addWorkspace({ plan: 'team' });
  await Promise.all(api.many(TEAM, token));
  const refused = await api.ask(token);
  expect(refused.status).toBe(429);
  expect(refused.body).toEqual({
    error: 'Too many requests. Please wait before trying again.',
    code: 'RATE_LIMITED',
  });
  const german = await api.ask(token, { headers: { 'Accept-Language': 'de' } });
  expect(german.body.error).toBe('Zu viele Anfragen. Bitte vor dem nächsten Versuch warten.');
});

test.each([0, 1, 20_500, 58_999, 59_000, 59_700])(
  'refused %i ms into the window: Retry-After is whole seconds, a request after it passes, one a second before not',
  async (elapsed) => {
    const { token } = await api.addWorkspace({ plan: 'team' });
    await api.ask(token);
    api.moveOn(elapsed);
    const asked = await Promise.all(api.many(TEAM, token));
    const refused = asked.find(({ status }) => status === 429);
    const seconds = refused?.headers.get('retry-after') ?? '';
    expect(seconds).toMatch(/^([1-9]|[1-5]\d|60)$/);
    api.moveOn((Number(seconds) - 1) * 1_000);
    if (Number(seconds) > 1) expect((await api.ask(token)).status).toBe(429);
    api.moveOn(1_000);
    expect(await statusesOf(api.many(TEAM + 1, token))).toEqual({ 200: TEAM, 429: 1 });
  },
);

test('every answer to somebody signed in says what remains of the allowance, errors and refusals too', async () => {
  const { workspaceId, token } = await api.addWorkspace({ plan: 'business' });
  const narrow = await api.addToken(workspaceId, ['domains:read']);
  const policy = `"default";q=${BUSINESS};w=60`;
  const post = { method: 'POST', path: '/urls' };
  const asked: [number, string, Parameters<LimitedApi['ask']>[1]][] = [
    [200, token, {}],
    [201, token, { ...post, body: { url: 'https://a.example/' } }],
    [400, token, { ...post, body: { url: 'nowhere' } }],
    [400, token, { ...post, body: '{' }],
    [403, narrow, { path: '/usage' }],
    [404, token, { path: '/urls/nobody' }],
    [415, token, { ...post, body: '{}', headers: { 'content-type': 'text/plain' } }],
    [200, token, { method: 'HEAD' }],
    [429, token, {}],
    [429, narrow, {}],
  ];
  for (const [index, [status, as, options]] of asked.entries()) {
    if (index === 1) api.moveOn(10_000);
    const answered = await api.ask(as, options);
    const remaining = Math.max(BUSINESS - 1 - index, 0);
    const seconds = index === 0 ? 60 : 50;
    expect([answered.status, ...rateOf(answered)]).toEqual([
      status,
      policy,
      `"default";r=${remaining};t=${seconds}`,
    ]);
  }
});

test('so does the answer to a request that broke', async () => {
  const { token } = await api.addWorkspace({ plan: 'team' });
  await api.db.schema.alterTable('zones').renameTo('zones_away').execute();
  const answered = await api
    .ask(token)
    .finally(() => api.db.schema.alterTable('zones_away').renameTo('zones').execute());
  expect(answered.status).toBe(500);
  expect(rateOf(answered)).toEqual([`"default";q=${TEAM};w=60`, `"default";r=${TEAM - 1};t=60`]);
});

test('the limit comes before all that a request could be refused for, and each refused request counts', async () => {
  const { token, workspaceId } = await api.addWorkspace({ plan: 'team' });
  const narrow = await api.addToken(workspaceId, ['domains:read']);
  expect(await statusesOf(api.many(TEAM, narrow, { path: '/usage' }))).toEqual({ 403: TEAM });
  expect((await api.ask(narrow, { path: '/usage' })).status).toBe(429);
  expect((await api.ask(token, { method: 'POST', path: '/urls', body: '{' })).status).toBe(429);
  expect((await api.ask(token, { path: '/urls/nobody' })).status).toBe(429);
});

describe('a changed plan counts with the next request', () => {
  test('a better one raises the limit by the difference, within the same window', async () => {
    const { token, workspaceId } = await api.addWorkspace({ plan: 'team' });
    expect(await statusesOf(api.many(TEAM + 20, token))).toEqual({ 200: TEAM, 429: 20 });
    await api.setPlan(workspaceId, 'business');
    expect(await statusesOf(api.many(BUSINESS, token))).toEqual({ 200: BUSINESS - TEAM, 429: TEAM });
  });

  test('a lesser one lowers it', async () => {
    const { token, workspaceId } = await api.addWorkspace({ plan: 'business' });
    expect(await statusesOf(api.many(TEAM + 1, token))).toEqual({ 200: TEAM + 1 });
    await api.setPlan(workspaceId, 'team');
    const refused = await api.ask(token);
    expect([refused.status, ...rateOf(refused)]).toEqual([
      429,
      `"default";q=${TEAM};w=60`,
      '"default";r=0;t=60',
    ]);
  });

  test('one without API ends it all with 401', async () => {
    const { token, workspaceId } = await api.addWorkspace({ plan: 'team' });
    await Promise.all(api.many(TEAM + 1, token));
    await api.setPlan(workspaceId, 'free');
    const answered = await api.ask(token);
    expect([answered.status, ...rateOf(answered)]).toEqual([401, null, null]);
  });
});
