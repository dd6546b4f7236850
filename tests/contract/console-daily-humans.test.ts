// Humans by day for the links of a page, in one answer, with the same numbers as each link's stats.

import type { LinkStats } from '../../services/api/src/stats/link-stats';
import { liveAddition } from '../stores/api-stats/live-addition';
import { writePlan } from '../stores/api-stats/write-plan';
import { signIn, type Person } from './sign-in';
import { startApiOnOwnClickHouse } from './start-api';
import type { ErrorAnswer, UrlAnswer } from './url-answer';

type Daily = { from: string; to: string; links: { id: string; humans: number[] }[] };
type Read = { stats: LinkStats };

const DAY_MS = 86_400_000;
const NOW = Date.now();
const day = (ago: number) => new Date(NOW - ago * DAY_MS).toISOString().slice(0, 10);
const [TODAY, YESTERDAY] = [day(0), day(1)];

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

async function addLink(slug: string, token?: string) {
  const body = { url: 'https://shop.example/', slug };
  const { url } = (await api.fetchJson<UrlAnswer>('POST', '/urls', { body, ...(token && { token }) })).body;
  return { id: url.id, workspaceId: api.workspaceId };
}

async function visit(link: { id: string; workspaceId: string }, ago: number, requests: number, bots = 0) {
  const hours = [{ at: `${day(ago)}T12`, requests, bots }];
  await writePlan(api.clickHouse, {
    workspaceId: link.workspaceId,
    linkId: link.id,
    planFrom: ++plans,
    hours,
  });
}

const read = (...links: string[]) =>
  viewer.ask<Daily & ErrorAnswer & { field: string }>('GET', `${at}/daily-humans?links=${links.join(',')}`);

test('each link has a number a day of the last 30, the same as in its stats, today and yesterday included', async () => {
  const slugs = ['busy', 'quiet', 'behind', 'ahead'];
  const [busy, quiet, behind, ahead] = await Promise.all(slugs.map((slug) => addLink(slug)));
  if (!busy || !quiet || !behind || !ahead) throw new Error('links are missing');
  for (const [ago, requests, bots] of [
    [40, 99, 0],
    [29, 9, 2],
    [3, 5, 5],
    [0, 2, 1],
  ] as const)
    await visit(busy, ago, requests, bots);
  // for today the live counts have seen more, for yesterday ClickHouse has
  await visit(ahead, 0, 2);
  await visit(ahead, 1, 9, 1);
  // a batch that is not finished yet
  const hours = [{ at: `${day(2)}T12`, requests: 50 }];
  await writePlan(api.clickHouse, {
    workspaceId: api.workspaceId,
    linkId: behind.id,
    planFrom: 1_000_000,
    hours,
  });
  const additions = [
    liveAddition(ahead, TODAY, { humans: 6, bots: 1 }),
    liveAddition(ahead, YESTERDAY, { humans: 3 }),
    liveAddition(behind, TODAY, { humans: 4 }),
  ];
  await api.liveClicks.seed({ partition: 0, position: 0, additions });

  const { status, body } = await read(busy.id, quiet.id, behind.id, ahead.id);
  expect([status, body.from, body.to]).toEqual([200, day(29), TODAY]);
  const humansOf = new Map(body.links.map(({ id, humans }) => [id, humans]));
  for (const [index, { id }] of [busy, quiet, behind, ahead].entries()) {
    const { stats } = (await viewer.ask<Read>('GET', `${at}/urls/${slugs[index] ?? ''}/stats`)).body;
    const expected = new Map(stats.series.map(({ date, n, b }) => [date, n - b]));
    expect(humansOf.get(id)).toEqual(
      Array.from({ length: 30 }, (_, ago) => expected.get(day(29 - ago)) ?? 0),
    );
  }
  const sumOf = (id: string) => humansOf.get(id)?.reduce((sum, count) => sum + count, 0);
  expect([busy, quiet, behind, ahead].map(({ id }) => sumOf(id))).toEqual([8, 0, 4, 14]);
});

test('links of another workspace, and ids of none, are left out', async () => {
  const { token } = await api.addWorkspace();
  const [own, foreign] = [await addLink('own'), await addLink('foreign', token)];
  const { body } = await read(own.id, foreign.id, 'lnk_nobody', own.id, "';--");
  expect(body.links.map(({ id }) => id)).toEqual([own.id]);
  expect((await read('lnk_nobody')).body.links).toEqual([]);
});

test.each([
  ['links=', 'required'],
  ['', 'required'],
  ['links=a&links=b', 'only once'],
  [`links=${Array.from({ length: 101 }, (_, index) => `lnk_${index}`).join(',')}`, '100'],
])('what names no page of links is refused: %.20s', async (query, said) => {
  const { status, body } = await viewer.ask<ErrorAnswer & { field: string }>(
    'GET',
    `${at}/daily-humans?${query}`,
  );
  expect([status, body.code, body.field]).toEqual([400, 'VALIDATION_FAILED', 'links']);
  expect(body.error).toContain(said);
});

test('a hundred links are read at once', async () => {
  const ids = Array.from({ length: 99 }, (_, index) => `lnk_none${index}`);
  expect((await read((await addLink('hundredth')).id, ...ids)).body.links).toHaveLength(1);
});

test('a stranger finds nothing, and while ClickHouse is away nothing is made up', async () => {
  const link = await addLink('away');
  const stranger = await signIn(api);
  expect((await stranger.ask('GET', `${at}/daily-humans?links=${link.id}`)).status).toBe(404);
  await api.clickHouseServer.kill();
  const { status, headers, body } = await read(link.id);
  expect([status, body.code, headers.get('retry-after')]).toEqual([503, 'ANALYTICS_UNAVAILABLE', '3']);
});
