// GET /tags/:tag/stats: the stats of all links of a tag, with the object and the rules of a link's. That they are the
// sums of the links' is shown in tests/stores/api-stats.

import { writePlan } from '../stores/api-stats/write-plan';
import type { TagStats } from '../../services/api/src/stats/read-tag-stats';
import { startApi, type TestApi } from './start-api';
import type { ErrorAnswer, UrlAnswer } from './url-answer';

const NOW = Date.now();
const day = (ago: number) => new Date(NOW - ago * 86_400_000).toISOString().slice(0, 10);

type Body = { stats: TagStats; scans?: { date: string; n: number }[] } & ErrorAnswer;

let api: TestApi;
beforeAll(async () => {
  api = await startApi({ clock: { now: () => NOW } });
  await api.db
    .insertInto('stream_progress')
    .values({ stream_partition: 0, position: 1_000, consolidated_until: new Date(NOW) })
    .execute();
  for (const [planFrom, more] of [{ slug: 'shown' }, { slug: 'put-away', isArchived: true }].entries()) {
    const body = { url: 'https://shop.example/', tags: ['Große Aktion'], ...more };
    const { id } = (await api.fetchJson<UrlAnswer>('POST', '/urls', { body })).body.url;
    const hours = [{ at: `${day(3)}T10`, requests: 5 + planFrom, bots: 1, qr: 2 }];
    await writePlan(api.clickHouse, { workspaceId: api.workspaceId, linkId: id, planFrom, hours });
    await api.db
      .insertInto('link_hits')
      .values({ link_id: id, hits: 5 + planFrom })
      .execute();
  }
});
afterAll(() => api.close());

const PATH = `/tags/${encodeURIComponent('GROSSE aktion')}/stats`;
const read = (query = '', token = api.token) => api.fetchJson<Body>('GET', `${PATH}${query}`, { token });

test('all links of the tag are counted, archived ones too, under the name as the workspace spells it', async () => {
  const { status, body } = await read();
  expect(status).toBe(200);
  expect(Object.keys(body)).toEqual(['stats']);
  const { tag, links, totals, series, allTime, geo, freshness } = body.stats;
  expect({ tag, links, totals, series, geo, freshness }).toEqual({
    tag: 'Große Aktion',
    links: 2,
    totals: { human: 9, bots: 2, requests: 11, qr: 4, click: 5 },
    series: [{ date: day(3), n: 11, b: 2 }],
    geo: [{ k: 'DE', v: 9 }],
    freshness: 'todayLive',
  });
  expect(allTime).toMatchObject({ total: 11, preTracking: 0, trackingSince: day(0) });
});

test('the window is that of a link: clamped to the retention, empty where nothing was visited, refused where it is none', async () => {
  const { body } = await read(`?from=${day(2)}&to=${day(1)}`);
  expect([body.stats.totals.requests, body.stats.series]).toEqual([0, []]);
  const { token } = await api.addWorkspace();
  await api.fetchJson('POST', '/urls', {
    token,
    body: { url: 'https://a.example/', tags: ['große aktion'] },
  });
  const { range } = (await read('?from=1990-01-01', token)).body.stats;
  expect(range.clampedTo > range.from).toBe(true);
  const refused = await read('?from=yesterday');
  expect([refused.status, refused.body.code, refused.body.field]).toEqual([400, 'VALIDATION_FAILED', 'from']);
});

test('include=scans adds the scans by day, and text/csv is the series', async () => {
  expect((await read('?include=scans')).body.scans).toEqual([{ date: day(3), n: 4 }]);
  const headers = { authorization: `Bearer ${api.token}`, accept: 'text/csv' };
  const answered = await fetch(`${api.baseUrl}${PATH}`, { headers });
  expect(await answered.text()).toBe(`date,requests,bots,humans\r\n${day(3)},11,2,9\r\n`);
});

test('a tag that there is not, or that another workspace has, is answered 404; another scope 403', async () => {
  for (const path of ['/tags/none/stats', `/tags/${'x'.repeat(51)}/stats`]) {
    const { status, body } = await api.fetchJson<ErrorAnswer>('GET', path);
    expect([path, status, body.code]).toEqual([path, 404, 'NOT_FOUND']);
  }
  const { token } = await api.addWorkspace();
  expect((await api.fetchJson<ErrorAnswer>('GET', '/tags/shown/stats', { token })).status).toBe(404);
  const { workspaceId } = api;
  const narrow = await api.addToken(workspaceId, ['links:read']);
  const refused = await read('', narrow);
  expect([refused.status, refused.body.code]).toEqual([403, 'SCOPE_REQUIRED']);
});
