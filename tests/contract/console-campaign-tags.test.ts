// A campaign's sums by term and content. They match the report's, within plan, window and workspace.

import type { CampaignReport } from '../../services/api/src/campaigns/campaign-report';
import { writePlan } from '../stores/api-stats/write-plan';
import { signIn, type Person } from './sign-in';
import { startApiOnOwnClickHouse } from './start-api';
import type { ErrorAnswer, UrlAnswer } from './url-answer';

type Rows = { value: string; linkCount: number; humanClicks: number }[];
type Tags = { terms: Rows; contents: Rows };

const NOW = Date.now();
const day = (ago: number) => new Date(NOW - ago * 86_400_000).toISOString().slice(0, 10);

let api: Awaited<ReturnType<typeof startApiOnOwnClickHouse>>;
let viewer: Person;
let at: string;
let plans = 0;
beforeAll(async () => {
  api = await startApiOnOwnClickHouse({ clock: { now: () => NOW } });
  viewer = await signIn(api, { [api.workspaceId]: 'viewer' });
  at = `/workspaces/${api.workspaceId}`;
  await api.db
    .insertInto('stream_progress')
    .values({ stream_partition: 0, position: 1_000, consolidated_until: new Date(NOW) })
    .execute();
});
afterAll(() => api.close());

/** `clicks`: humans by how many days ago they clicked. */
async function addLink(tags: string, clicks: Readonly<Record<number, number>>, token?: string) {
  const body = { url: `https://shop.example/?${tags}` };
  const { url } = (await api.fetchJson<UrlAnswer>('POST', '/urls', { body, ...(token && { token }) })).body;
  await api.db
    .updateTable('links')
    .set({ created_at: new Date(`${day(60)}T00:00:00Z`) })
    .where('id', '=', url.id)
    .execute();
  for (const [ago, humans] of Object.entries(clicks)) {
    const hours = [{ at: `${day(Number(ago))}T10`, requests: humans + 2, bots: 2 }];
    await writePlan(api.clickHouse, {
      workspaceId: api.workspaceId,
      linkId: url.id,
      planFrom: ++plans,
      hours,
    });
  }
}

const read = (query: string) =>
  viewer.ask<Tags & ErrorAnswer & { field: string }>('GET', `${at}/campaign-tags?${query}`);

test('each value of term and content has its links and human clicks, and both sum to the campaign of the report', async () => {
  await addLink('utm_campaign=spring&utm_term=tulips&utm_content=banner', { 0: 5, 3: 4 });
  await addLink('utm_campaign=spring&utm_term=tulips', { 3: 2, 50: 100 });
  await addLink('utm_campaign=spring&utm_content=banner', { 1: 1 });
  await addLink('utm_campaign=spring&utm_term=roses', {});
  await addLink('utm_campaign=Spring&utm_term=other', { 1: 50 });
  const { status, body } = await read('campaign=spring');
  expect([status, body]).toEqual([
    200,
    {
      terms: [
        { value: 'tulips', linkCount: 2, humanClicks: 11 },
        { value: '', linkCount: 1, humanClicks: 1 },
        { value: 'roses', linkCount: 1, humanClicks: 0 },
      ],
      contents: [
        { value: 'banner', linkCount: 2, humanClicks: 10 },
        { value: '', linkCount: 2, humanClicks: 2 },
      ],
    },
  ]);
  const { report } = (await viewer.ask<{ report: CampaignReport }>('GET', `${at}/urls/campaigns`)).body;
  const campaign = report.campaigns?.find((one) => one.campaign === 'spring');
  for (const rows of [body.terms, body.contents]) {
    const sumOf = (field: 'linkCount' | 'humanClicks') => rows.reduce((sum, row) => sum + row[field], 0);
    expect([sumOf('linkCount'), sumOf('humanClicks')]).toEqual([campaign?.linkCount, campaign?.humanClicks]);
  }
  const whole = await read(`campaign=spring&from=${day(55)}&to=${day(0)}`);
  expect(whole.body.terms[0]).toEqual({ value: 'tulips', linkCount: 2, humanClicks: 111 });
});

test('a name that the report cuts is found by what it shows, and one that no link has has no rows', async () => {
  await addLink(`utm_campaign=${'x'.repeat(1_200)}&utm_term=long`, { 1: 3 });
  const { body } = await read(`campaign=${'x'.repeat(1_000)}`);
  expect(body.terms).toEqual([{ value: 'long', linkCount: 1, humanClicks: 3 }]);
  expect((await read('campaign=nobody')).body).toEqual({ terms: [], contents: [] });
  const { token } = await api.addWorkspace();
  await addLink('utm_campaign=foreign&utm_term=a', {}, token);
  expect((await read('campaign=foreign')).body.terms).toEqual([]);
});

test.each([
  ['', 'campaign'],
  ['campaign=', 'campaign'],
  ['campaign=a&campaign=b', 'campaign'],
  [`campaign=${'x'.repeat(1_001)}`, 'campaign'],
  ['campaign=a&from=2026-02-30', 'from'],
  ['campaign=a&from=2026-02-02&to=2026-02-01', 'from'],
])('what names no campaign or window is refused: %.30s', async (query, field) => {
  const { status, body } = await read(query);
  expect([status, body.code, body.field]).toEqual([400, 'VALIDATION_FAILED', field]);
});

test('a plan without campaign reports has none of this either, and a stranger finds no workspace', async () => {
  const { workspaceId } = await api.addWorkspace({ plan: 'free' });
  const person = await signIn(api, { [workspaceId]: 'owner' });
  const refused = await person.ask<ErrorAnswer>('GET', `/workspaces/${workspaceId}/campaign-tags?campaign=a`);
  expect([refused.status, refused.body.code]).toEqual([403, 'CAMPAIGN_REPORT_NOT_IN_PLAN']);
  expect((await person.ask('GET', `${at}/campaign-tags?campaign=a`)).status).toBe(404);
});

test('while ClickHouse is away nothing is made up', async () => {
  await api.clickHouseServer.kill();
  const { status, body } = await read('campaign=spring');
  expect([status, body.code]).toEqual([503, 'ANALYTICS_UNAVAILABLE']);
});
