import type { Report } from '../api/types';
import { totalsOf } from '../charts/chart-data';
import {
  bySourceAndMedium,
  byTag,
  changeOf,
  comparedCampaigns,
  earlierPeriod,
  isWhole,
  reportDays,
} from './report-data';

const NAMES = { head: 'day', columns: ['humans', 'links'], nameOf: (key: string) => key };

const TODAY = '2026-03-10';

const campaign = (name: string, clicks: readonly [date: string, human: number][]) => {
  const humanClicks = clicks.reduce((sum, [, human]) => sum + human, 0);
  const half = Math.floor(humanClicks / 2);
  return {
    campaign: name,
    linkCount: 3,
    humanClicks,
    qrScans: 1,
    series: clicks.map(([date, human]) => ({ date, human })),
    drill: [
      { source: 'mail', medium: 'email', linkCount: 1, humanClicks: humanClicks - half },
      { source: 'mail', medium: '', linkCount: 1, humanClicks: half },
      { source: '~other', medium: '~other', linkCount: 1, humanClicks: 0 },
    ],
  };
};

const report = (from: string, to: string, campaigns: Report['campaigns']): Report => ({
  range: { from, to, clampedTo: from, retentionDays: 730 },
  teaser: false,
  totalCampaigns: campaigns?.length ?? 0,
  taggedLinks: 3,
  ...(campaigns && { campaigns }),
  freshness: 'todayLive',
});

const NOW = report('2026-03-08', '2026-03-10', [
  campaign('spring', [
    ['2026-03-08', 2],
    ['2026-03-10', 5],
  ]),
  campaign('new', [['2026-03-09', 1]]),
]);
const EARLIER = report('2026-03-05', '2026-03-07', [
  campaign('gone', [['2026-03-05', 9]]),
  campaign('spring', [['2026-03-06', 4]]),
]);

test('the earlier period has as many days right before, or the same weekdays a year before', () => {
  const period = { from: '2026-03-08', to: '2026-03-10' };
  expect(earlierPeriod(period, 'before')).toEqual({ from: '2026-03-05', to: '2026-03-07' });
  const { from, to } = earlierPeriod(period, 'year');
  expect({ from, to }).toEqual({ from: '2025-03-09', to: '2025-03-11' });
  expect(new Date(from).getUTCDay()).toBe(new Date(period.from).getUTCDay());
});

test('a compared report lists the campaigns of both periods, each once', () => {
  const rows = comparedCampaigns(NOW, EARLIER).map(({ campaign: name, humanClicks, before }) => [
    name,
    humanClicks,
    before,
  ]);
  expect(rows).toEqual([
    ['spring', 7, 4],
    ['new', 1, 0],
    ['gone', 0, 9],
  ]);
  expect(comparedCampaigns(NOW, undefined).map(({ before }) => before)).toEqual([undefined, undefined]);
});

test('of a campaign that a cut list leaves out nothing is said: it may have clicks', () => {
  const all = 1_001;
  const rows = (now: Report, earlier: Report) =>
    comparedCampaigns(now, earlier).map(({ campaign: name, before }) => [name, before]);
  // the earlier list is cut: a campaign that is missing from it had fewer clicks, but perhaps some
  expect(rows(NOW, { ...EARLIER, totalCampaigns: all })).toEqual([
    ['spring', 4],
    ['new', undefined],
    ['gone', 9],
  ]);
  // the same is true for today's list
  expect(rows({ ...NOW, totalCampaigns: all }, EARLIER)).toEqual([
    ['spring', 4],
    ['new', 0],
  ]);
});

test('the days of a report have the clicks of all campaigns or of one, beside those of the earlier period', () => {
  const days = (chosen: string | undefined) =>
    reportDays({ now: NOW, earlier: EARLIER, campaign: chosen, today: TODAY }, NAMES).rows.map(
      ({ values }) => values,
    );
  expect(days(undefined)).toEqual([
    [2, 9],
    [1, 4],
    [5, 0],
  ]);
  expect(days('spring')).toEqual([
    [2, 0],
    [0, 4],
    [5, 0],
  ]);
});

test('an earlier period that the plan cuts is compared by its last days', () => {
  const cut = { ...EARLIER, range: { ...EARLIER.range, clampedTo: '2026-03-06' } };
  const { rows } = reportDays({ now: NOW, earlier: cut, campaign: 'spring', today: TODAY }, NAMES);
  expect(rows.map(({ values }) => values)).toEqual([
    [2, 0],
    [0, 4],
    [5, 0],
  ]);
});

test('each way to drill sums to the clicks and links of the campaign', () => {
  const [spring] = NOW.campaigns ?? [];
  if (!spring) throw new Error('no campaign');
  for (const data of [
    byTag(spring, 'source', NAMES),
    byTag(spring, 'medium', NAMES),
    bySourceAndMedium(spring, NAMES),
  ])
    expect(totalsOf(data)).toEqual([spring.humanClicks, spring.linkCount]);
  expect(byTag(spring, 'source', NAMES).rows.map(({ key }) => key)).toEqual(['mail', '~other']);
});

test('while the analytics store is away, a report is whole where its period has no older days', () => {
  const degraded = (from: string, to: string) => ({
    ...report(from, to, []),
    freshness: 'degraded' as const,
  });
  expect(isWhole(degraded('2026-03-09', TODAY), TODAY)).toBe(true);
  expect(isWhole(degraded(TODAY, TODAY), TODAY)).toBe(true);
  expect(isWhole(degraded('2026-03-08', TODAY), TODAY)).toBe(false);
  expect(isWhole(degraded('2026-03-08', '2026-03-09'), TODAY)).toBe(false);
  expect(isWhole(NOW, TODAY)).toBe(true);
});

test('a report without tagged links has no rows and days of zeros', () => {
  const empty = report('2026-03-08', '2026-03-09', undefined);
  expect(comparedCampaigns(empty, empty)).toEqual([]);
  expect(
    totalsOf(reportDays({ now: empty, earlier: undefined, campaign: undefined, today: TODAY }, NAMES)),
  ).toEqual([0, 0]);
});

test('a change is said by its amount and its part of what was; of nothing there is no part', () => {
  expect(changeOf(12, 8)).toEqual({ by: 4, part: 0.5 });
  expect(changeOf(4, 8)).toEqual({ by: -4, part: -0.5 });
  expect(changeOf(3, 0)).toEqual({ by: 3, part: undefined });
});
