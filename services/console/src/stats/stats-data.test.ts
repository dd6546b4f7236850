import type { ScannedStats, Stats } from '../api/types';
import { csvOf, totalsOf } from '../charts/chart-data';
import { dayOf, daysLater } from '../period/range';
import { daysOf, hoursOf, keysOf } from './stats-data';

/** Reproducible random numbers (mulberry32). */
function randomOf(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** A list of keys whose counts sum to `total`. */
function listOf(random: () => number, total: number): Stats['geo'] {
  const list: Stats['geo'] = [];
  for (let left = total; left > 0;) {
    const v = Math.ceil(random() * left);
    list.push({ k: `key-${list.length}`, v });
    left -= v;
  }
  return list.sort((a, b) => b.v - a.v);
}

/** A response as in the contract: lists and days sum to the totals, and days without visits are left out. */
function answerOf(random: () => number): ScannedStats {
  const upTo = (most: number) => Math.floor(random() * (most + 1));
  const to = dayOf(Date.UTC(2020, 0, 1) + upTo(3_000) * 86_400_000);
  const days = 1 + upTo(729);
  const clampedTo = daysLater(to, 1 - days);
  const series: Stats['series'] = [];
  const scans: ScannedStats['scans'] = [];
  for (let index = 0; index < days; index += 1) {
    const n = random() < 0.4 ? 0 : upTo(10 ** upTo(6));
    if (n === 0) continue;
    const point = { date: daysLater(clampedTo, index), n, b: upTo(n) };
    series.push(point);
    const scanned = upTo(n - point.b);
    if (scanned > 0) scans.push({ date: point.date, n: scanned });
  }
  const requests = series.reduce((sum, { n }) => sum + n, 0);
  const bots = series.reduce((sum, { b }) => sum + b, 0);
  const human = requests - bots;
  const qr = scans.reduce((sum, { n }) => sum + n, 0);
  return {
    slug: 'a',
    zoneDomain: 'krz.example',
    range: { from: clampedTo, to, clampedTo, retentionDays: 730, storedDays: 1 },
    allTime: { total: requests, preTracking: 0, trackingSince: clampedTo },
    totals: { human, bots, requests, qr, click: human - qr },
    series,
    hourly: { fromUtc: `${to}T00:00:00.000Z`, buckets: Array.from({ length: 24 }, () => upTo(50)) },
    geo: listOf(random, human),
    referrers: listOf(random, human),
    devices: listOf(random, human),
    browsers: listOf(random, human),
    os: listOf(random, human),
    languages: listOf(random, human),
    source: { click: human - qr, qr },
    freshness: 'todayLive',
    scans,
  };
}

const NAMES = { head: 'day', columns: ['humans', 'scans', 'bots', 'requests'], nameOf: (key: string) => key };
const TODAY = '2026-03-02';
const ONE = { ...NAMES, columns: ['humans'] };

test('the sums of every table are the totals of the answer, for 1,000 random answers', () => {
  const random = randomOf(19);
  for (let run = 0; run < 1_000; run += 1) {
    const stats = answerOf(random);
    const { human, qr, bots, requests } = stats.totals;
    expect(totalsOf(daysOf(stats, NAMES, stats.range.to))).toEqual([human, qr, bots, requests]);
    const { geo, referrers, devices, browsers, os, languages } = stats;
    for (const list of [geo, referrers, devices, browsers, os, languages])
      expect(totalsOf(keysOf(list, ONE))).toEqual([human]);
    expect(totalsOf(hoursOf(stats, ONE))).toEqual([stats.hourly.buckets.reduce((sum, v) => sum + v, 0)]);
  }
});

test('the CSV of a chart has the same numbers as its table', () => {
  const random = randomOf(4);
  for (let run = 0; run < 50; run += 1) {
    const data = daysOf(answerOf(random), NAMES, TODAY);
    const [head, ...lines] = csvOf(data).trimEnd().split('\r\n');
    expect(head).toBe('day,humans,scans,bots,requests');
    expect(lines).toEqual(data.rows.map(({ key, values }) => [key, ...values].join(',')));
  }
});

test('days without visits are zeros, from the first readable day to the last', () => {
  const stats = answerOf(randomOf(1));
  const range = { ...stats.range, from: '2026-01-01', clampedTo: '2026-02-27', to: '2026-03-02' };
  const [series, scans] = [[{ date: '2026-03-01', n: 5, b: 2 }], [{ date: '2026-03-01', n: 1 }]];
  const { rows } = daysOf({ ...stats, range, series, scans }, NAMES, TODAY);
  expect(rows.map(({ key, values }) => [key, ...values])).toEqual([
    ['2026-02-27', 0, 0, 0, 0],
    ['2026-02-28', 0, 0, 0, 0],
    ['2026-03-01', 3, 1, 2, 5],
    ['2026-03-02', 0, 0, 0, 0],
  ]);
});

test('a window that is older than what the plan reads has no days', () => {
  const stats = answerOf(randomOf(2));
  const range = { ...stats.range, clampedTo: '2026-03-03', to: '2026-03-02' };
  expect(daysOf({ ...stats, range, series: [] }, NAMES, TODAY).rows).toEqual([]);
});

test('while the analytics store is away, older days are left out instead of shown as zeros', () => {
  const stats = answerOf(randomOf(3));
  const range = { ...stats.range, clampedTo: '2026-02-01', to: '2026-03-02' };
  const daysOn = (today: string) =>
    daysOf({ ...stats, range, series: [], freshness: 'degraded' }, NAMES, today).rows.map(({ key }) => key);
  expect(daysOn(TODAY)).toEqual(['2026-03-01', '2026-03-02']);
  // in a range that ends yesterday, the day before that is unknown too
  expect(daysOn('2026-03-03')).toEqual(['2026-03-02']);
  expect(daysOn('2026-03-04')).toEqual(['2026-03-02']);
});
