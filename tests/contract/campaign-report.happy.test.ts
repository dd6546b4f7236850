// GET /urls/campaigns, contract §2.4, §3.2 and §4.7.

import { writePlan } from '../stores/api-stats/write-plan';
import { startApiOnOwnClickHouse } from './start-api';
import type { CampaignReport } from '../../services/api/src/campaigns/campaign-report';
import type { UrlAnswer } from './url-answer';

const NOW = Date.now();
/** The day `ago` days before today. */
const day = (ago: number) => new Date(NOW - ago * 86_400_000).toISOString().slice(0, 10);
const [TODAY, YESTERDAY] = [day(0), day(1)];

let api: Awaited<ReturnType<typeof startApiOnOwnClickHouse>>;
let plans = 0;
beforeAll(async () => {
  api = await startApiOnOwnClickHouse({ clock: { now: () => NOW } });
  await api.db
    .insertInto('stream_progress')
    .values({ stream_partition: 0, position: 1_000_000, consolidated_until: new Date(NOW) })
    .execute();
});
afterAll(() => api.close());

async function addLink(url: string, workspace: { workspaceId: string; token: string }) {
  const created = await api.fetchJson<UrlAnswer>('POST', '/urls', { token: workspace.token, body: { url } });
  const link = { id: created.body.url.id, slug: created.body.url.slug, workspaceId: workspace.workspaceId };
  // as if the link had existed for 40 days
  const created_at = `${day(40)}T00:00:00Z`;
  await api.db.updateTable('links').set({ created_at }).where('id', '=', link.id).execute();
  return link;
}

async function visit(
  link: { id: string; workspaceId: string },
  ago: number,
  counts: { requests: number; bots?: number; qr?: number },
): Promise<void> {
  const hours = [{ at: `${day(ago)}T00`, ...counts }];
  const plan = { workspaceId: link.workspaceId, linkId: link.id, planFrom: ++plans, hours };
  await writePlan(api.clickHouse, plan);
}

async function reportOf(token: string, query = '', headers = {}) {
  const path = `/urls/campaigns${query}`;
  const answered = await api.fetchJson<{ report: CampaignReport }>('GET', path, { token, headers });
  expect(answered.status).toBe(200);
  expect(Object.keys(answered.body)).toEqual(['report']);
  return answered.body.report;
}

test('the report has exactly the fields of the contract', async () => {
  const workspace = await api.addWorkspace();
  const spring = 'https://shop.example/?utm_campaign=spring';
  const mail = await addLink(`${spring}&utm_source=mail&utm_medium=email`, workspace);
  const chat = await addLink(`${spring}&utm_source=chat`, workspace);
  await addLink('https://shop.example/?utm_campaign=unvisited', workspace);
  await addLink('https://shop.example/?utm_source=mail', workspace);
  await addLink('https://shop.example/?utm=no', workspace);
  await visit(mail, 0, { requests: 5, bots: 2, qr: 1 });
  await visit(mail, 5, { requests: 4 });
  await visit(chat, 5, { requests: 9, qr: 2 });
  await visit(chat, 6, { requests: 3, bots: 3 });
  await visit(chat, 30, { requests: 100 });
  expect(await reportOf(workspace.token)).toEqual({
    range: { from: day(29), to: TODAY, clampedTo: day(29), retentionDays: 730 },
    teaser: false,
    totalCampaigns: 2,
    taggedLinks: 4,
    campaigns: [
      {
        campaign: 'spring',
        linkCount: 2,
        humanClicks: 16,
        qrScans: 3,
        series: [
          { date: day(5), human: 13 },
          { date: TODAY, human: 3 },
        ],
        drill: [
          { source: 'chat', medium: '', linkCount: 1, humanClicks: 9 },
          { source: 'mail', medium: 'email', linkCount: 1, humanClicks: 7 },
        ],
      },
      {
        campaign: 'unvisited',
        linkCount: 1,
        humanClicks: 0,
        qrScans: 0,
        series: [],
        drill: [{ source: '', medium: '', linkCount: 1, humanClicks: 0 }],
      },
    ],
    freshness: 'todayLive',
  });
});

test('campaigns are left out where no link is tagged, also in a window before the first of them', async () => {
  const workspace = await api.addWorkspace();
  const empty = await reportOf(workspace.token);
  expect(empty).toEqual({
    range: { from: day(29), to: TODAY, clampedTo: day(29), retentionDays: 730 },
    teaser: false,
    totalCampaigns: 0,
    taggedLinks: 0,
    freshness: 'todayLive',
  });
  await addLink('https://shop.example/?utm_campaign=spring', workspace);
  const before = await reportOf(workspace.token, `?from=${day(60)}&to=${day(41)}`);
  expect([before.taggedLinks, 'campaigns' in before]).toEqual([0, false]);
  const after = await reportOf(workspace.token, `?from=${day(60)}&to=${day(40)}`);
  expect([after.taggedLinks, after.campaigns?.length]).toEqual([1, 1]);
});

test('a past window is final once it is consolidated', async () => {
  const workspace = await api.addWorkspace();
  const link = await addLink('https://shop.example/?utm_campaign=past', workspace);
  await visit(link, 2, { requests: 4 });
  const report = await reportOf(workspace.token, `?from=${day(9)}&to=${day(2)}`);
  expect([report.freshness, report.campaigns?.[0]?.humanClicks]).toEqual(['final', 4]);
});

test('a window beyond the retention is clamped, not refused, and echoes what was asked for', async () => {
  const workspace = await api.addWorkspace();
  const link = await addLink('https://shop.example/?utm_campaign=old', workspace);
  await api.db.updateTable('links').set({ tracking_since: '2020-02-29' }).where('id', '=', link.id).execute();
  await visit(link, 729, { requests: 3 });
  await visit(link, 730, { requests: 7 });
  const report = await reportOf(workspace.token, '?from=2020-02-29&to=2999-01-01');
  const clamped = { from: '2020-02-29', to: TODAY, clampedTo: day(729), retentionDays: 730 };
  expect(report.range).toEqual(clamped);
  expect(report.campaigns?.[0]?.series).toEqual([{ date: day(729), human: 3 }]);
  const before = await reportOf(workspace.token, '?from=2020-02-29&to=2020-03-31');
  expect(before.campaigns?.[0]).toMatchObject({ campaign: 'old', humanClicks: 0, series: [] });
});

test('the tags are those of now: an edit moves a link with all its clicks, a deletion takes it out at once', async () => {
  const workspace = await api.addWorkspace();
  const { token } = workspace;
  const link = await addLink('https://shop.example/?utm_campaign=before', workspace);
  const stays = await addLink('https://shop.example/?utm_campaign=stays', workspace);
  await visit(link, 1, { requests: 2 });
  await visit(stays, 1, { requests: 1 });
  const body = { url: 'https://shop.example/?utm_campaign=after' };
  await api.fetchJson('PATCH', `/urls/${link.slug}`, { token, body });
  const clicks = async () => {
    const { campaigns = [] } = await reportOf(token);
    return campaigns.map(({ campaign, humanClicks }) => [campaign, humanClicks]);
  };
  expect(await clicks()).toEqual([
    ['after', 2],
    ['stays', 1],
  ]);
  await api.fetchJson('DELETE', `/urls/${link.slug}`, { token });
  expect(await clicks()).toEqual([['stays', 1]]);
  expect((await reportOf(token)).taggedLinks).toBe(1);
});

test('a user token reports on the personal workspace, or on the granted one that it names', async () => {
  const team = await api.addWorkspace({ plan: 'team' });
  const other = await api.addWorkspace();
  const personal = await api.db
    .selectFrom('workspaces')
    .innerJoin('users', 'users.id', 'workspaces.owner_id')
    .where('users.email', '=', team.ownerEmail)
    .where('is_personal', '=', true)
    .select('workspaces.id')
    .executeTakeFirstOrThrow();
  await api.db.updateTable('workspaces').set({ plan: 'pro' }).where('id', '=', personal.id).execute();
  const token = await api.addUserToken(
    team.ownerEmail,
    ['stats:read'],
    [{ workspaceId: team.workspaceId, scopes: ['stats:read'] }],
  );
  const mine = { workspaceId: personal.id, token: await api.addToken(personal.id) };
  await addLink('https://shop.example/?utm_campaign=mine', mine);
  await addLink('https://shop.example/?utm_campaign=ours', team);
  await addLink('https://shop.example/?utm_campaign=theirs', other);
  const names = async (headers = {}) =>
    (await reportOf(token, '', headers)).campaigns?.map(({ campaign }) => campaign);
  expect(await names()).toEqual(['mine']);
  expect(await names({ 'x-workspace-id': team.workspaceId })).toEqual(['ours']);
});

test('HEAD answers with the length of the report and without it', async () => {
  const url = `${api.baseUrl}/urls/campaigns`;
  const headers = { authorization: `Bearer ${api.token}` };
  const [head, get] = [await fetch(url, { method: 'HEAD', headers }), await fetch(url, { headers })];
  expect([head.status, head.headers.get('content-type')]).toEqual([200, 'application/json; charset=utf-8']);
  expect(head.headers.get('content-length')).toBe(String((await get.arrayBuffer()).byteLength));
  expect(await head.text()).toBe('');
});

test('the report is degraded to the live days while ClickHouse is away, and whole again after', async () => {
  const workspace = await api.addWorkspace();
  const link = await addLink('https://shop.example/?utm_campaign=away', workspace);
  await visit(link, 5, { requests: 8 });
  const live = { workspaceId: workspace.workspaceId, linkId: link.id, day: YESTERDAY };
  const counts = { requests: 3, bots: 1, qr: 1, humansByHour: Array<number>(24).fill(0) };
  const by = { geo: new Map(), referrer: new Map(), device: new Map(), browser: new Map() };
  const addition = {
    ...live,
    ...counts,
    by: { ...by, os: new Map(), language: new Map(), variant: new Map() },
  };
  await api.liveClicks.seed({ partition: 0, position: 0, additions: [addition] });
  await api.clickHouseServer.kill();
  try {
    const report = await reportOf(workspace.token);
    expect(report).toMatchObject({ freshness: 'degraded', taggedLinks: 1, totalCampaigns: 1 });
    expect(report.campaigns?.[0]).toMatchObject({
      humanClicks: 2,
      qrScans: 1,
      series: [{ date: YESTERDAY, human: 2 }],
    });
    const past = await api.fetchJson('GET', `/urls/campaigns?to=${day(2)}`, { token: workspace.token });
    expect([past.status, past.body]).toEqual([
      503,
      { code: 'ANALYTICS_UNAVAILABLE', error: expect.any(String) as string },
    ]);
    expect(Number(past.headers.get('retry-after'))).toBeGreaterThanOrEqual(1);
  } finally {
    await api.clickHouseServer.restart();
  }
  const report = await reportOf(workspace.token);
  expect([report.freshness, report.campaigns?.[0]?.humanClicks]).toEqual(['todayLive', 8]);
});
