// A change of cadence, monthly or yearly, counts from the next billing period: no period gives its new links twice.

import { builtInPlans } from '../../services/api/src/plans/plan-table';
import { addOwnWorkspace, addPerson, type TestPerson } from './console-browser';
import { startApi, type TestApi } from './start-api';
import type { ErrorAnswer, UrlAnswer } from './url-answer';
import { usageOf } from './usage-answer';

const POOL = 3;
const plans = {
  ...builtInPlans,
  pro: { ...builtInPlans.pro, linksPerMonth: POOL },
  team: { ...builtInPlans.team, linksPerMonth: 2 * POOL },
};

let now = Date.parse('2026-05-20T12:00:00Z');
let api: TestApi;
let owner: TestPerson;
beforeAll(async () => {
  api = await startApi({ clock: { now: () => now }, settings: { plans, planChoice: 'people' } });
});
afterAll(() => api.close());
beforeEach(async () => {
  now = Date.parse('2026-05-20T12:00:00Z');
  owner = await addPerson(api);
});

type Workspace = { plan: string; isYearly: boolean; cadenceChange?: { isYearly: boolean; on: string } };

async function addAnchored(anchor = '2026-05-05') {
  const id = await addOwnWorkspace(owner);
  await api.db.updateTable('workspaces').set({ billing_anchor: anchor }).where('id', '=', id).execute();
  const token = await api.addToken(id);
  const setPlan = async (plan: string, isYearly: boolean) => {
    // signs in again, because a session lasts a quarter of an hour of the test's clock
    await owner.browser.signIn(owner.email);
    const body = { plan, isYearly };
    const answered = await owner.browser.call<{ workspace: Workspace }>('PUT', `/workspaces/${id}/plan`, {
      body,
    });
    expect(answered.status).toBe(200);
    return answered.body.workspace;
  };
  const createAll = async () => {
    for (let made = 0; ; made++) {
      const { status, body } = await api.fetchJson<UrlAnswer & ErrorAnswer>('POST', '/urls', {
        token,
        body: { url: 'https://a.example/' },
      });
      if (status === 201) continue;
      expect([status, body.code]).toEqual([403, 'INSUFFICIENT_QUOTA']);
      return made;
    }
  };
  const links = async () => (await usageOf(api, token)).links;
  await setPlan('pro', false);
  return { id, token, setPlan, createAll, links };
}

test('changing to yearly and back gives no new links within the month', async () => {
  const { setPlan, createAll, links } = await addAnchored();
  expect(await createAll()).toBe(POOL);
  expect(await setPlan('pro', true)).toMatchObject({
    isYearly: false,
    cadenceChange: { isYearly: true, on: '2026-06-05' },
  });
  expect(await createAll()).toBe(0);
  expect(await setPlan('pro', false)).not.toHaveProperty('cadenceChange');
  expect(await createAll()).toBe(0);
  expect(await links()).toMatchObject({ used: POOL, periodEnd: '2026-06-05T00:00:00.000Z' });
});

test('the year begins as the month ends, with the year’s pool once', async () => {
  const { setPlan, createAll, links } = await addAnchored();
  await createAll();
  await setPlan('pro', true);
  now = Date.parse('2026-06-04T23:59:59.999Z');
  expect(await createAll()).toBe(0);
  now += 1;
  expect(await links()).toMatchObject({
    used: 0,
    limit: 12 * POOL,
    periodStart: '2026-06-05T00:00:00.000Z',
    periodEnd: '2027-06-05T00:00:00.000Z',
  });
  expect(await createAll()).toBe(12 * POOL);
  expect(await setPlan('pro', false)).toMatchObject({
    isYearly: true,
    cadenceChange: { isYearly: false, on: '2027-06-05' },
  });
  now = Date.parse('2027-06-04T23:59:59.999Z');
  expect(await createAll()).toBe(0);
  now += 1;
  expect(await createAll()).toBe(POOL);
});

test('a larger plan counts at once, within the month that its cadence is to follow', async () => {
  const { setPlan, createAll, links } = await addAnchored();
  await createAll();
  expect(await setPlan('team', true)).toMatchObject({ plan: 'team', isYearly: false });
  expect(await links()).toMatchObject({ used: POOL, limit: 2 * POOL });
  expect(await createAll()).toBe(POOL);
});

test('each reading of the workspace tells of the change until it has come', async () => {
  const { id, setPlan } = await addAnchored('2026-01-31');
  await setPlan('pro', true);
  const read = async () => {
    await owner.browser.signIn(owner.email);
    const one = await owner.browser.call<{ workspace: Workspace }>('GET', `/workspaces/${id}`);
    const all = await owner.browser.call<{ workspaces: (Workspace & { id: string })[] }>(
      'GET',
      '/workspaces',
    );
    expect(all.body.workspaces.find((workspace) => workspace.id === id)).toEqual(one.body.workspace);
    return one.body.workspace;
  };
  expect(await read()).toMatchObject({
    isYearly: false,
    cadenceChange: { isYearly: true, on: '2026-05-31' },
  });
  now = Date.parse('2026-05-31T00:00:00Z');
  const after = await read();
  expect([after.isYearly, after.cadenceChange]).toEqual([true, undefined]);
});
