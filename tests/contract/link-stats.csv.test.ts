// GET /urls/:slug/stats with Accept: text/csv, an addition to the contract: the series for spreadsheets.

import { writePlan } from '../stores/api-stats/write-plan';
import { startApi, type TestApi } from './start-api';
import type { UrlAnswer } from './url-answer';

const NOW = Date.now();
const day = (ago: number) => new Date(NOW - ago * 86_400_000).toISOString().slice(0, 10);

let api: TestApi;
beforeAll(async () => {
  api = await startApi({ clock: { now: () => NOW } });
  await api.db
    .insertInto('stream_progress')
    .values({ stream_partition: 0, position: 1_000, consolidated_until: new Date(NOW) })
    .execute();
  const body = { url: 'https://shop.example/', slug: 'table' };
  const { id } = (await api.fetchJson<UrlAnswer>('POST', '/urls', { body })).body.url;
  const plan = { workspaceId: api.workspaceId, linkId: id };
  const requests = [
    { ago: 0, requests: 2, bots: 2 },
    { ago: 5, requests: 8, bots: 3 },
  ];
  for (const [planFrom, { ago, ...counts }] of requests.entries()) {
    await writePlan(api.clickHouse, { ...plan, planFrom, hours: [{ at: `${day(ago)}T00`, ...counts }] });
  }
});
afterAll(() => api.close());

const read = (path: string, accept: string) =>
  fetch(`${api.baseUrl}/urls/${path}`, { headers: { authorization: `Bearer ${api.token}`, accept } });

test('has a line of names and one for each day of the series', async () => {
  const answered = await read('table/stats', 'text/csv');
  expect(answered.status).toBe(200);
  expect(answered.headers.get('content-type')).toBe('text/csv; charset=utf-8; header=present');
  expect(answered.headers.get('vary')).toBe('Accept');
  expect(await answered.text()).toBe(`date,requests,bots,humans\r\n${day(5)},8,3,5\r\n${day(0)},2,2,0\r\n`);
});

test('says in headers how fresh it is and where the retention begins', async () => {
  const past = await read(`table/stats?from=2020-01-01&to=${day(2)}`, 'text/csv');
  expect(past.headers.get('x-stats-freshness')).toBe('final');
  expect(past.headers.get('x-stats-clamped-to')).toBe(day(729));
  expect((await past.text()).split('\r\n')).toHaveLength(3);
});

test('is only for who prefers it to JSON', async () => {
  const answered = await read('table/stats', 'application/json, text/csv;q=0.9');
  expect(answered.headers.get('content-type')).toContain('application/json');
  expect(answered.headers.get('vary')).toBe('Accept');
});

test('does not change errors, which are JSON', async () => {
  const answered = await read('nobody/stats', 'text/csv');
  expect([answered.status, await answered.json()]).toEqual([
    404,
    { code: 'NOT_FOUND', error: expect.any(String) as string },
  ]);
});
