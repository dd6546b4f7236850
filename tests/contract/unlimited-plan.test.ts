// The plan of those who run the service for themselves: no quota, no meter, and its limits as exact integers.

import { addOwnWorkspace, addPerson } from './console-browser';
import { startApi, type TestApi } from './start-api';
import type { ErrorAnswer } from './url-answer';
import { usageOf } from './usage-answer';

const NO_LIMIT = 9_007_199_254_740_991;
const url = 'https://shop.example/';

let api: TestApi;
beforeAll(async () => {
  api = await startApi({ settings: { planChoice: 'people' } });
});
afterAll(() => api.close());

test.each([
  ['monthly', false],
  ['yearly', true],
])('its usage has the largest integers that JSON carries exactly, %s', async (_, isYearly) => {
  const { token } = await api.addWorkspace({ plan: 'unlimited', isYearly });
  for (const slug of [`one-${isYearly}`, `two-${isYearly}`])
    await api.fetchJson('POST', '/urls', { token, body: { url, slug } });
  expect(await usageOf(api, token)).toMatchObject({
    plan: 'unlimited',
    links: { used: 2, limit: NO_LIMIT, remaining: NO_LIMIT - 2 },
    events: { used: 0, limit: NO_LIMIT, locked: false },
    api: { requestsPerMinute: NO_LIMIT, batchMaxLinks: 100 },
    analytics: { retentionDays: NO_LIMIT, campaignReports: true },
  });
});

test('more links than four bytes count fit into a period', async () => {
  const { token, workspaceId } = await api.addWorkspace({ plan: 'unlimited' });
  const create = () => api.fetchJson('POST', '/urls', { token, body: { url } });
  await create();
  await api.db
    .updateTable('link_quota')
    .set({ used: 3_000_000_000 })
    .where('workspace_id', '=', workspaceId)
    .execute();
  expect((await create()).status).toBe(201);
  const body = { links: [{ url }, { url }] };
  expect((await api.fetchJson('POST', '/urls/batch', { token, body })).body).toMatchObject({ created: 2 });
  expect(await usageOf(api, token)).toMatchObject({
    links: { used: 3_000_000_003, remaining: NO_LIMIT - 3_000_000_003 },
  });
});

test('a batch has 100 links as on every plan, and headers hold integers of 15 digits', async () => {
  const { token } = await api.addWorkspace({ plan: 'unlimited' });
  const links = Array.from({ length: 101 }, () => ({ url }));
  const { status, headers } = await api.fetchJson('POST', '/urls/batch', { token, body: { links } });
  expect(status).toBe(400);
  expect(headers.get('RateLimit-Policy')).toBe('"default";q=999999999999999;w=60');
  expect(headers.get('RateLimit')).toMatch(/^"default";r=999999999999999;t=\d+$/);
});

test('its stats and reports reach back to the first day that there can be', async () => {
  const { token } = await api.addWorkspace({ plan: 'unlimited' });
  await api.fetchJson('POST', '/urls', { token, body: { url, slug: 'far-back' } });
  const stats = await api.fetchJson('GET', '/urls/far-back/stats?from=1980-01-01', { token });
  expect(stats.body).toMatchObject({
    stats: { range: { from: '1980-01-01', clampedTo: '1980-01-01', retentionDays: NO_LIMIT } },
  });
  const report = await api.fetchJson('GET', '/urls/campaigns?from=1980-01-01', { token });
  expect(report.body).toMatchObject({ report: { range: { clampedTo: '1980-01-01' } } });
});

test('nobody but the operator gives it', async () => {
  const owner = await addPerson(api);
  const path = `/workspaces/${await addOwnWorkspace(owner)}/plan`;
  const chosen = await owner.browser.call<ErrorAnswer>('PUT', path, { body: { plan: 'unlimited' } });
  expect([chosen.status, chosen.body.code]).toEqual([400, 'VALIDATION_FAILED']);
});
