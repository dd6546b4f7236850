// GET /urls/:slug/stats, contract §2.3, §3.2 and §4.6.

import { liveAddition } from '../stores/api-stats/live-addition';
import { writePlan, type CountedHour } from '../stores/api-stats/write-plan';
import { SHARED_DOMAIN, startApiOnOwnClickHouse } from './start-api';
import type { LinkStats } from '../../services/api/src/stats/link-stats';
import type { UrlAnswer } from './url-answer';

const HOUR_MS = 3_600_000;
const NOW = Date.now();
const at = (time: number) => new Date(time).toISOString();
/** The day `ago` days before today. */
const day = (ago: number) => at(NOW - ago * 24 * HOUR_MS).slice(0, 10);
const [TODAY, YESTERDAY] = [day(0), day(1)];

let api: Awaited<ReturnType<typeof startApiOnOwnClickHouse>>;
let plans = 0;
beforeAll(async () => {
  api = await startApiOnOwnClickHouse({ clock: { now: () => NOW } });
});
afterAll(() => api.close());
beforeEach(() => consolidate(at(NOW)));
afterEach(() => api.db.deleteFrom('stream_progress').execute());

async function consolidate(until: string, position = 1_000_000): Promise<void> {
  const row = { stream_partition: 0, position, consolidated_until: until };
  await api.db
    .insertInto('stream_progress')
    .values(row)
    .onConflict((conflict) => conflict.column('stream_partition').doUpdateSet(row))
    .execute();
}

async function addLink(slug: string, zoneDomain?: string) {
  const body = { url: 'https://shop.example/', slug, zoneDomain };
  const { url } = (await api.fetchJson<UrlAnswer>('POST', '/urls', { body })).body;
  return { id: url.id, workspaceId: api.workspaceId };
}

/** Each hour is written in a separate plan. */
async function visit(link: { id: string; workspaceId: string }, hours: CountedHour[]): Promise<void> {
  for (const hour of hours) {
    const plan = { workspaceId: link.workspaceId, linkId: link.id, planFrom: ++plans, hours: [hour] };
    await writePlan(api.clickHouse, plan);
  }
}

async function statsOf(path: string) {
  const answered = await api.fetchJson<{ stats: LinkStats }>('GET', `/urls/${path}`);
  expect(answered.status).toBe(200);
  expect(Object.keys(answered.body)).toEqual(['stats']);
  return answered.body.stats;
}

test('the stats have exactly the fields of the contract, merged from ClickHouse and the live counts', async () => {
  const link = await addLink('whole');
  await api.db
    .updateTable('links')
    .set({ pre_tracking: 1_000, tracking_since: day(40) })
    .where('id', '=', link.id)
    .execute();
  await api.db.insertInto('link_hits').values({ link_id: link.id, hits: 23 }).execute();
  const referrer = { 'a.example': 2, '~other': 1 };
  await visit(link, [
    { at: `${day(35)}T12`, requests: 100 },
    {
      at: `${day(5)}T12`,
      requests: 8,
      bots: 2,
      qr: 3,
      by: { geo: { FR: 4 }, referrer, language: { '~other': 6 } },
    },
    { at: at(NOW).slice(0, 13), requests: 2 },
  ]);
  const hour = new Date(NOW).getUTCHours();
  const live = { ...liveAddition(link, TODAY, { humans: 3, bots: 1, qr: 1, hour }) };
  await api.liveClicks.seed({ partition: 0, position: 0, additions: [live] });
  const stats = await statsOf('whole/stats');
  expect(stats).toEqual({
    slug: 'whole',
    zoneDomain: SHARED_DOMAIN,
    range: { from: day(29), to: TODAY, clampedTo: day(29), retentionDays: 730, storedDays: 41 },
    allTime: { total: 1_023, preTracking: 1_000, trackingSince: day(40) },
    totals: { human: 9, bots: 3, requests: 12, qr: 4, click: 5 },
    series: [
      { date: day(5), n: 8, b: 2 },
      { date: TODAY, n: 4, b: 1 },
    ],
    hourly: {
      fromUtc: at(Math.floor(NOW / HOUR_MS) * HOUR_MS - 23 * HOUR_MS),
      buckets: [...Array<number>(23).fill(0), 3],
    },
    geo: [
      { k: 'FR', v: 4 },
      { k: 'AT', v: 3 },
      { k: 'DE', v: 2 },
    ],
    referrers: [
      { k: '~direct', v: 6 },
      { k: 'a.example', v: 2 },
      { k: '~other', v: 1 },
    ],
    devices: [
      { k: 'desktop', v: 6 },
      { k: 'mobile', v: 3 },
    ],
    browsers: [
      { k: 'firefox', v: 6 },
      { k: 'chrome', v: 3 },
    ],
    os: [
      { k: 'linux', v: 6 },
      { k: 'android', v: 3 },
    ],
    languages: [
      { k: '~other', v: 6 },
      { k: 'de', v: 3 },
    ],
    source: { click: 5, qr: 4 },
    freshness: 'todayLive',
  });
});

test('include=scans adds the scans by day, and no other value adds anything', async () => {
  const link = await addLink('scanned');
  await visit(link, [
    { at: `${day(6)}T12`, requests: 4 },
    { at: `${day(5)}T12`, requests: 8, bots: 2, qr: 3 },
  ]);
  const hour = new Date(NOW).getUTCHours();
  const live = { ...liveAddition(link, TODAY, { humans: 3, bots: 1, qr: 1, hour }) };
  await api.liveClicks.seed({ partition: 0, position: 1, additions: [live] });
  const read = async (query: string) =>
    (await api.fetchJson<{ stats: LinkStats }>('GET', `/urls/scanned/stats${query}`)).body;
  const plain = await read('');
  const scans = [
    { date: day(5), n: 3 },
    { date: TODAY, n: 1 },
  ];
  expect(await read('?include=scans')).toEqual({ ...plain, scans });
  expect(await read('?include=scans&include=more')).toEqual({ ...plain, scans });
  expect(await read('?include=more')).toEqual(plain);
});

test('a link that nobody visited has zeros, empty lists and 24 empty hours', async () => {
  await addLink('unvisited');
  const stats = await statsOf('unvisited/stats');
  expect(stats.allTime).toEqual({ total: 0, preTracking: 0, trackingSince: TODAY });
  expect(stats.range.storedDays).toBe(1);
  expect(stats.totals).toEqual({ human: 0, bots: 0, requests: 0, qr: 0, click: 0 });
  const { series, geo, referrers, devices, browsers, os, languages } = stats;
  expect([series, geo, referrers, devices, browsers, os, languages].flat()).toEqual([]);
  expect(stats.hourly.buckets).toEqual(Array(24).fill(0));
  expect(stats.freshness).toBe('todayLive');
});

test('rows that were written again count once, rows of an unfinished plan not yet', async () => {
  const link = await addLink('replayed');
  const plan = { workspaceId: link.workspaceId, linkId: link.id };
  const hours = [{ at: `${YESTERDAY}T00`, requests: 5, bots: 1 }];
  for (let time = 0; time < 2; time++) await writePlan(api.clickHouse, { ...plan, planFrom: 10, hours });
  await writePlan(api.clickHouse, { ...plan, planFrom: 1_000_000, hours });
  const before = await statsOf('replayed/stats');
  expect([before.totals.requests, before.geo]).toEqual([5, [{ k: 'DE', v: 4 }]]);
  await consolidate(at(NOW), 1_000_001);
  const after = await statsOf('replayed/stats');
  expect([after.totals.requests, after.geo]).toEqual([10, [{ k: 'DE', v: 8 }]]);
});

test('a past window is final once it is consolidated, and todayLive until then', async () => {
  await visit(await addLink('past'), [{ at: `${day(3)}T23`, requests: 4 }]);
  const path = `past/stats?from=${day(9)}&to=${day(3)}`;
  await consolidate(`${day(2)}T00:00:00.000Z`);
  const stats = await statsOf(path);
  expect([stats.freshness, stats.totals.human]).toEqual(['final', 4]);
  expect(stats.hourly.buckets).toEqual(Array(24).fill(0));
  await consolidate(`${day(3)}T23:59:59.999Z`);
  expect((await statsOf(path)).freshness).toBe('todayLive');
});

test('the hours are those of the last 24, also for a window that ends yesterday', async () => {
  const link = await addLink('hours');
  const start = NOW - 22 * HOUR_MS;
  await visit(link, [
    { at: at(start).slice(0, 13), requests: 5, bots: 1 },
    { at: at(NOW).slice(0, 13), requests: 2 },
    { at: at(NOW - 24 * HOUR_MS).slice(0, 13), requests: 50 },
  ]);
  const expected = [0, 4, ...Array<number>(21).fill(0), 2];
  for (const query of ['', `?to=${YESTERDAY}`]) {
    expect((await statsOf(`hours/stats${query}`)).hourly.buckets).toEqual(expected);
  }
});

test('a window beyond the retention is clamped, not refused, and echoes what was asked for', async () => {
  const link = await addLink('clamped');
  await visit(link, [
    { at: `${day(729)}T00`, requests: 3 },
    { at: `${day(730)}T00`, requests: 7 },
  ]);
  const stats = await statsOf('clamped/stats?from=2020-02-29&to=2999-01-01');
  expect(stats.range).toMatchObject({
    from: '2020-02-29',
    to: TODAY,
    clampedTo: day(729),
    retentionDays: 730,
  });
  expect(stats.series).toEqual([{ date: day(729), n: 3, b: 0 }]);
  const before = await statsOf('clamped/stats?from=2020-01-01&to=2020-01-31');
  expect(before.range).toMatchObject({ from: '2020-01-01', to: '2020-01-31', clampedTo: day(729) });
  expect([before.totals.requests, before.series, before.freshness]).toEqual([0, [], 'final']);
});

test("the retention is the plan's", async () => {
  const { token } = await api.addWorkspace({ plan: 'business' });
  const body = { url: 'https://shop.example/', slug: 'of-business' };
  await api.fetchJson('POST', '/urls', { token, body });
  const answered = await api.fetchJson<{ stats: LinkStats }>('GET', '/urls/of-business/stats', { token });
  expect(answered.body.stats.range.retentionDays).toBe(730);
});

test('zoneDomain tells links with one slug apart; without it the default zone comes first', async () => {
  const own = {
    domain: 'own.example',
    zoneType: 'user',
    workspaceId: api.workspaceId,
    isVerified: true,
  } as const;
  await api.addZone(own);
  await visit(await addLink('twice', 'own.example'), [{ at: `${TODAY}T00`, requests: 1 }]);
  await visit(await addLink('twice'), [{ at: `${TODAY}T00`, requests: 2 }]);
  const seen = async (query: string) => {
    const { zoneDomain, totals } = await statsOf(`twice/stats${query}`);
    return [zoneDomain, totals.requests];
  };
  expect(await seen('')).toEqual([SHARED_DOMAIN, 2]);
  expect(await seen('?zoneDomain=OWN.example')).toEqual(['own.example', 1]);
  expect(await seen(`?zoneDomain=${SHARED_DOMAIN}`)).toEqual([SHARED_DOMAIN, 2]);
});

test('stats are degraded to the live days while ClickHouse is away, and whole again after', async () => {
  const link = await addLink('degraded');
  await visit(link, [{ at: `${day(5)}T12`, requests: 8 }]);
  await api.liveClicks.seed({
    partition: 1,
    position: 0,
    additions: [liveAddition(link, YESTERDAY, { humans: 2 })],
  });
  await api.clickHouseServer.kill();
  try {
    const stats = await statsOf('degraded/stats');
    expect(stats.freshness).toBe('degraded');
    expect(stats.series).toEqual([{ date: YESTERDAY, n: 2, b: 0 }]);
  } finally {
    await api.clickHouseServer.restart();
  }
  const stats = await statsOf('degraded/stats');
  expect([stats.freshness, stats.totals.requests]).toEqual(['todayLive', 10]);
});
