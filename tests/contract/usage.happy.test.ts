// GET /usage, contract §2.5, §4.9 and §8.3.

import type { Plan } from '@kurz/database';
import { builtInPlans } from '../../services/api/src/plans/plan-table';
import { startApi, type TestApi } from './start-api';
import { usageOf } from './usage-answer';
import type { ErrorAnswer, UrlAnswer } from './url-answer';

let now = Date.parse('2026-03-15T12:00:00Z');
const SMALL_POOL = 3;

let api: TestApi;
beforeAll(async () => {
  const plans = { ...builtInPlans, team: { ...builtInPlans.team, linksPerMonth: SMALL_POOL } };
  api = await startApi({ clock: { now: () => now }, settings: { plans } });
});
afterAll(() => api.close());
beforeEach(() => {
  now = Date.parse('2026-03-15T12:00:00Z');
});

async function addAnchored(anchor: string, workspace: { plan?: Plan; isYearly?: boolean } = {}) {
  const added = await api.addWorkspace(workspace);
  await api.db
    .updateTable('workspaces')
    .set({ billing_anchor: anchor })
    .where('id', '=', added.workspaceId)
    .execute();
  return added;
}

const setPlan = (workspaceId: string, plan: Plan) =>
  api.db.updateTable('workspaces').set({ plan }).where('id', '=', workspaceId).execute();

const create = (token: string, body: object = {}) =>
  api.fetchJson<UrlAnswer & ErrorAnswer>('POST', '/urls', {
    token,
    body: { url: 'https://a.example/', ...body },
  });

test('the usage has exactly the fields of the contract', async () => {
  const { token } = await addAnchored('2026-01-10');
  const period = { periodStart: '2026-03-10T00:00:00.000Z', periodEnd: '2026-04-10T00:00:00.000Z' };
  expect(await usageOf(api, token)).toStrictEqual({
    plan: 'pro',
    links: { used: 0, limit: 5_000, remaining: 5_000, ...period },
    events: { used: 0, limit: 1_000_000, ...period, locked: false },
    api: { requestsPerMinute: 300, batchMaxLinks: 100 },
    analytics: { retentionDays: 730, campaignReports: true },
  });
});

test('the numbers are those of the plan, from the request after it changed', async () => {
  const { token, workspaceId } = await addAnchored('2026-01-10');
  await create(token);
  await setPlan(workspaceId, 'business');
  expect(await usageOf(api, token)).toMatchObject({
    plan: 'business',
    links: { used: 1, limit: 100_000, remaining: 99_999 },
    events: { limit: 50_000_000 },
    api: { requestsPerMinute: 1_200, batchMaxLinks: 100 },
  });
});

test('each new link takes one of the period; edits take nothing and a deletion gives nothing back', async () => {
  const { token } = await addAnchored('2026-01-10');
  for (const slug of ['first-link', 'second-link', 'third-link']) await create(token, { slug });
  expect((await create(token, { slug: 'first-link' })).status).toBe(409);
  await api.fetchJson('PATCH', '/urls/first-link', { token, body: { title: 'edited' } });
  await api.fetchJson('DELETE', '/urls/second-link', { token });
  expect((await usageOf(api, token)).links).toMatchObject({ used: 3, limit: 5_000, remaining: 4_997 });
});

test('when none remains the next creation is refused, and a lower plan never shows less than none', async () => {
  const { token, workspaceId } = await addAnchored('2026-01-10', { plan: 'team' });
  for (let made = 1; made <= SMALL_POOL; made++) {
    expect((await create(token)).status).toBe(201);
    expect((await usageOf(api, token)).links.remaining).toBe(SMALL_POOL - made);
  }
  const refused = await create(token);
  expect([refused.status, refused.body.code]).toEqual([403, 'INSUFFICIENT_QUOTA']);
  expect((await usageOf(api, token)).links).toMatchObject({ used: SMALL_POOL, remaining: 0 });
  await setPlan(workspaceId, 'business');
  await create(token);
  await setPlan(workspaceId, 'team');
  expect((await usageOf(api, token)).links).toMatchObject({ used: SMALL_POOL + 1, remaining: 0 });
});

test("a yearly plan carries the whole year's pool of links; human visits stay by the month", async () => {
  const { token } = await addAnchored('2024-06-20', { plan: 'team', isYearly: true });
  for (let made = 1; made <= SMALL_POOL + 1; made++) await create(token);
  const { links, events } = await usageOf(api, token);
  expect(links).toStrictEqual({
    used: SMALL_POOL + 1,
    limit: 12 * SMALL_POOL,
    remaining: 11 * SMALL_POOL - 1,
    periodStart: '2025-06-20T00:00:00.000Z',
    periodEnd: '2026-06-20T00:00:00.000Z',
  });
  expect(events).toMatchObject({
    limit: 5_000_000,
    periodStart: '2026-02-20T00:00:00.000Z',
    periodEnd: '2026-03-20T00:00:00.000Z',
  });
});

test.each([
  ['the 31st at the end of April', '2026-01-31', '2026-04-29T23:59:59.999Z', '2026-04-30'],
  ['the 31st at the end of February', '2026-01-31', '2026-02-27T23:59:59.999Z', '2026-02-28'],
  ['the 31st at the end of a leap February', '2024-01-31', '2024-02-28T23:59:59.999Z', '2024-02-29'],
  ['the 29th in a year without it', '2024-02-29', '2027-02-27T23:59:59.999Z', '2027-02-28'],
  ['over New Year', '2025-05-01', '2025-12-31T23:59:59.999Z', '2026-01-01'],
])('a period ends as the next begins, with a full allowance: %s', async (_, anchor, last, border) => {
  const { token } = await addAnchored(anchor);
  now = Date.parse(last);
  await create(token);
  const before = await usageOf(api, token);
  expect(before.links).toMatchObject({ used: 1, periodEnd: `${border}T00:00:00.000Z` });
  expect(before.events?.periodEnd).toBe(`${border}T00:00:00.000Z`);
  now += 1;
  const after = await usageOf(api, token);
  expect(after.links).toMatchObject({ used: 0, remaining: 5_000, periodStart: `${border}T00:00:00.000Z` });
  expect(after.events?.periodStart).toBe(`${border}T00:00:00.000Z`);
});

test('a yearly period from a leap day turns on the 28th where there is no 29th', async () => {
  const { token } = await addAnchored('2024-02-29', { isYearly: true });
  now = Date.parse('2027-02-27T23:59:59.999Z');
  await create(token);
  expect((await usageOf(api, token)).links).toMatchObject({
    used: 1,
    limit: 60_000,
    periodStart: '2026-02-28T00:00:00.000Z',
    periodEnd: '2027-02-28T00:00:00.000Z',
  });
  now += 1;
  expect((await usageOf(api, token)).links).toMatchObject({
    used: 0,
    periodStart: '2027-02-28T00:00:00.000Z',
    periodEnd: '2028-02-29T00:00:00.000Z',
  });
});

test("a person's token shows the personal workspace, or the granted one that is named", async () => {
  const { workspaceId, ownerEmail, token } = await addAnchored('2026-01-10', { plan: 'business' });
  await create(token);
  const scopes = ['usage:read'] as const;
  const userToken = await api.addUserToken(ownerEmail, scopes, [{ workspaceId, scopes }]);
  await api.db
    .updateTable('workspaces')
    .set({ plan: 'pro' })
    .where('is_personal', '=', true)
    .where('owner_id', '=', (user) => user.selectFrom('users').select('id').where('email', '=', ownerEmail))
    .execute();
  expect(await usageOf(api, userToken)).toMatchObject({ plan: 'pro', links: { used: 0 } });
  expect(await usageOf(api, userToken, { 'X-Workspace-Id': workspaceId })).toMatchObject({
    plan: 'business',
    links: { used: 1 },
  });
});
