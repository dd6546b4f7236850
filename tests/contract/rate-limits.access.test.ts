// The rate limits of /v1 for people's tokens, which have their own allowance (contract §8), and for callers without a
// valid token.

import type { Plan } from '@kurz/database';
import { BUSINESS, rateOf, startLimitedApi, statusesOf, TEAM, type LimitedApi } from './start-limited-api';

let api: LimitedApi;
beforeAll(async () => {
  api = await startLimitedApi();
});
afterAll(() => api.close());

describe("a person's token", () => {
  const scopes = ['domains:read'] as const;

  async function addPerson(plan: Plan) {
    const workspace = await api.addWorkspace({ plan });
    const { workspaceId, ownerEmail } = workspace;
    const userToken = await api.addUserToken(ownerEmail, scopes, [{ workspaceId, scopes }]);
    return { ...workspace, userToken, there: { headers: { 'X-Workspace-Id': workspaceId } } };
  }

  test("has an allowance of its own beside the workspace's, as high as the plan there", async () => {
    const { token, userToken, there } = await addPerson('team');
    expect(await statusesOf(api.many(TEAM + 1, token))).toEqual({ 200: TEAM, 429: 1 });
    expect(await statusesOf(api.many(TEAM + 2, userToken, there))).toEqual({ 200: TEAM, 429: 2 });
  });

  test("leaves the workspace's allowance whole", async () => {
    const { token, userToken, there } = await addPerson('team');
    await Promise.all(api.many(TEAM + 2, userToken, there));
    expect(await statusesOf(api.many(TEAM + 1, token))).toEqual({ 200: TEAM, 429: 1 });
  });

  test("shares it with the person's other tokens, in every workspace", async () => {
    const { workspaceId, ownerEmail, userToken, there } = await addPerson('business');
    const other = await api.addUserToken(ownerEmail, scopes, [{ workspaceId, scopes }]);
    await Promise.all(api.many(6, userToken, there));
    expect(await statusesOf(api.many(6, other, there))).toEqual({ 200: BUSINESS - 6, 429: 12 - BUSINESS });
  });

  test('is no hindrance to another person in the same workspace', async () => {
    const busy = await addPerson('team');
    const calm = await addPerson('team');
    await api.db
      .insertInto('members')
      .values({
        workspace_id: busy.workspaceId,
        role: 'viewer',
        user_id: (
          await api.db
            .selectFrom('users')
            .select('id')
            .where('email', '=', calm.ownerEmail)
            .executeTakeFirstOrThrow()
        ).id,
      })
      .execute();
    const grants = [{ workspaceId: busy.workspaceId, scopes }];
    const calmToken = await api.addUserToken(calm.ownerEmail, scopes, grants);
    expect(await statusesOf(api.many(TEAM + 1, busy.userToken, busy.there))).toEqual({ 200: TEAM, 429: 1 });
    expect((await api.ask(calmToken, busy.there)).status).toBe(200);
  });
});

describe('callers without a valid token', () => {
  const from = (address: string) => ({ headers: { 'X-Forwarded-For': address } });

  test('are refused after 600 a minute from one address, which holds up nobody with a token', async () => {
    const address = from('203.0.113.1');
    expect(await statusesOf(api.many(630, 'kz_ws_guessed', address))).toEqual({ 401: 600, 429: 30 });
    const refused = await api.ask(null, address);
    expect([refused.status, refused.body.code]).toEqual([429, 'RATE_LIMITED']);
    expect(rateOf(refused)).toEqual([null, null]);
    expect((await api.ask(api.token, address)).status).toBe(200);
    expect((await api.ask(null, from('203.0.113.2'))).status).toBe(401);
    api.moveOn(Number(refused.headers.get('retry-after')) * 1_000);
    expect((await api.ask(null, address)).status).toBe(401);
  });

  test('are told nothing of any allowance', async () => {
    const answered = await api.ask(null, from('203.0.113.3'));
    expect([answered.status, ...rateOf(answered)]).toEqual([401, null, null]);
    const unknown = await api.ask(api.token, { path: '/nowhere' });
    expect([unknown.status, ...rateOf(unknown)]).toEqual([404, null, null]);
  });
});
