// Windows of stats and campaign reports, contract §2.3, §4.6, §4.7 and §8: any pair of dates is refused or echoed,
// ended today, clamped to the retention, and answered with only the days inside it.

import fc from 'fast-check';
import { builtInPlans } from '@kurz/api';
import { anyCharacter } from '../inputs/any-character';
import { writePlan } from '../stores/api-stats/write-plan';
import { startApi, type TestApi } from './start-api';
import { highLimitPlans } from '../high-limit-plans';
import type { ErrorAnswer, UrlAnswer } from './url-answer';
import { propertyRuns } from '../property-runs';

const NOW = Date.parse('2026-03-15T12:00:00Z');
const DAY_MS = 86_400_000;
const RETENTION = builtInPlans.pro.retentionDays;

type Range = { from: string; to: string; clampedTo: string; retentionDays: number };
type Answer = ErrorAnswer & {
  stats: {
    range: Range;
    totals: { requests: number; human: number; bots: number };
    series: { date: string; n: number; b: number }[];
    hourly: { buckets: number[] };
  };
  report: { range: Range };
};

const dayOf = (ago: number) => new Date(NOW - ago * DAY_MS).toISOString().slice(0, 10);
const TODAY = dayOf(0);
const FLOOR = dayOf(RETENTION - 1);
/** Days ago that have visits, on both sides of the first day of the retention. */
const VISITED = [0, 1, 2, 29, 30, 100, RETENTION - 2, RETENTION - 1, RETENTION, RETENTION + 300];

let api: TestApi;
beforeAll(async () => {
  api = await startApi({ clock: { now: () => NOW }, settings: { plans: highLimitPlans } });
  const body = { url: 'https://a.example/?utm_campaign=c', slug: 'visited' };
  const { url } = (await api.fetchJson<UrlAnswer>('POST', '/urls', { body })).body;
  const consolidated = { stream_partition: 0, position: 1_000, consolidated_until: new Date(NOW) };
  await api.db.insertInto('stream_progress').values(consolidated).execute();
  const hours = VISITED.map((ago) => ({ at: `${dayOf(ago)}T00`, requests: 3, bots: 1 }));
  for (const [planFrom, hour] of hours.entries()) {
    await writePlan(api.clickHouse, {
      workspaceId: api.workspaceId,
      linkId: url.id,
      planFrom,
      hours: [hour],
    });
  }
});
afterAll(() => api.close());

const day = fc.oneof(
  { arbitrary: fc.integer({ min: -400, max: RETENTION + 400 }).map(dayOf), weight: 4 },
  { arbitrary: fc.constantFrom(TODAY, dayOf(1), dayOf(-1), FLOOR, dayOf(RETENTION)), weight: 2 },
  { arbitrary: fc.constantFrom('2024-02-29', '1970-01-01', '0000-01-01', '9999-12-31'), weight: 1 },
);
const noDay = fc.oneof(
  fc.constantFrom(
    '2026-02-29',
    '2026-13-01',
    '2026-00-10',
    '2026-1-1',
    '20260101',
    '2026-01-01T00:00:00Z',
    ' ',
  ),
  // an empty parameter counts as absent
  fc
    .string({ unit: anyCharacter, minLength: 1, maxLength: 12 })
    .filter((text) => !/^\d{4}-\d\d-\d\d$/.test(text) && !/\p{Cs}/u.test(text)),
);

const ask = (path: string, query: Record<string, string>) =>
  api.fetchJson<Answer>('GET', `${path}?${new URLSearchParams(query).toString()}`);

describe.each([
  ['stats', '/urls/visited/stats'],
  ['report', '/urls/campaigns'],
] as const)('the %s', (name, path) => {
  test('echo from, end at to but not after today, and begin no earlier than the retention', async () => {
    await fc.assert(
      fc.asyncProperty(day, day, async (from, to) => {
        const { status, body } = await ask(path, { from, to });
        const end = to > TODAY ? TODAY : to;
        if (from > end) return expect([status, body.code]).toEqual([400, 'VALIDATION_FAILED']);
        expect(status).toBe(200);
        const clampedTo = from < FLOOR ? FLOOR : from;
        expect(body[name].range).toMatchObject({ from, to: end, clampedTo, retentionDays: RETENTION });
      }),
      propertyRuns(50),
    );
  });

  test('last 30 days where one end or none is given, and end no later than today', async () => {
    const spanOf = ({ from, to }: Range) => (Date.parse(to) - Date.parse(from)) / DAY_MS + 1;
    expect((await ask(path, {})).body[name].range).toMatchObject({ from: dayOf(29), to: TODAY });
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 0, max: 2_000 }), fc.boolean(), async (ago, isFrom) => {
        const { range } = (await ask(path, { [isFrom ? 'from' : 'to']: dayOf(ago) })).body[name];
        expect(range[isFrom ? 'from' : 'to']).toBe(dayOf(ago));
        expect(spanOf(range)).toBe(isFrom ? Math.min(30, ago + 1) : 30);
      }),
      propertyRuns(30),
    );
  });

  test('refuse whatever is no day, and name the parameter', async () => {
    await fc.assert(
      fc.asyncProperty(noDay, fc.constantFrom('from', 'to'), async (text, parameter) => {
        const { status, body } = await ask(path, { [parameter]: text });
        expect([status, body.code]).toEqual([400, 'VALIDATION_FAILED']);
        expect(body.error).toContain(`"${parameter}"`);
      }),
      propertyRuns(50),
    );
  });
});

test('the series has exactly the visited days of the clamped window, ascending, and sums to the totals', async () => {
  await fc.assert(
    fc.asyncProperty(day, day, async (from, to) => {
      fc.pre(from <= to && from <= TODAY);
      const { stats } = (await ask('/urls/visited/stats', { from, to })).body;
      const inside = VISITED.map(dayOf)
        .filter((date) => date >= from && date >= FLOOR && date <= to)
        .sort();
      expect(stats.series).toEqual(inside.map((date) => ({ date, n: 3, b: 1 })));
      const { length } = inside;
      expect(stats.totals).toMatchObject({ requests: 3 * length, bots: length, human: 2 * length });
      expect(stats.hourly.buckets).toHaveLength(24);
    }),
    propertyRuns(40),
  );
});
