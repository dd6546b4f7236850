import type { LiveDay } from '@kurz/live-clicks';
import fc from 'fast-check';
import { scansOf, statsOf } from './stats-of';
import type { DayCounts, StoredClicks, StoredKey } from './stored-clicks';
import { windowOf, type WindowQuery } from './window-of';

const NOW = Date.parse('2026-03-15T02:30:00Z');
const DIMENSIONS = ['geo', 'referrer', 'device', 'browser', 'os', 'language'] as const;
const LISTS = ['geo', 'referrers', 'devices', 'browsers', 'os', 'languages'] as const;
const LINK = {
  id: 'lnk_1',
  workspaceId: 'ws_1',
  slug: 'abc',
  zoneDomain: 'kurz.example',
  createdAt: new Date('2026-01-01T00:00:00Z'),
};

const FACTS = {
  hits: 60,
  preTracking: 40,
  trackingSince: '2026-03-06',
  partitions: [],
  consolidatedUntil: undefined,
  compaction: undefined,
};

function windowFor(query: WindowQuery) {
  const outcome = windowOf(query, { now: NOW, retentionDays: 730 });
  if (outcome.kind !== 'window') throw new Error(outcome.kind);
  return outcome.window;
}

/** A live day whose humans all fell into `hour` and under `key` in every list. */
function liveDay(day: string, counts: DayCounts, key: string, hour = 0): LiveDay {
  const humans = counts.requests - counts.bots;
  const by = () => new Map([[key, humans]]);
  return {
    day,
    ...counts,
    humansByHour: Array.from({ length: 24 }, (_, at) => (at === hour ? humans : 0)),
    by: { geo: by(), referrer: by(), device: by(), browser: by(), os: by(), language: by(), variant: by() },
  };
}

/** fast-check's optional keys as the type that has none of them undefined. */
const definedDays = (days: Record<string, DayCounts | undefined>): Record<string, DayCounts> =>
  Object.fromEntries(Object.entries(days).flatMap(([day, counts]) => (counts ? [[day, counts]] : [])));

/** What ClickHouse would return: every day's humans under `DE` in every list, and in the first hour of their day. */
function storedOf(days: Record<string, DayCounts>, clampedTo: string, to: string): StoredClicks {
  const humansOn = (chosen: (day: string) => boolean) =>
    Object.entries(days).reduce((sum, [day, { requests, bots }]) => {
      return chosen(day) && day >= clampedTo && day <= to ? sum + requests - bots : sum;
    }, 0);
  const keys: StoredKey[] = DIMENSIONS.map((dimension) => ({
    dimension,
    key: 'DE',
    older: humansOn((day) => day < '2026-03-14'),
    yesterday: humansOn((day) => day === '2026-03-14'),
    today: humansOn((day) => day === '2026-03-15'),
  }));
  const hours = Object.entries(days).map(
    ([day, { requests, bots }]) => [Date.parse(`${day}T00:00:00Z`), requests - bots] as const,
  );
  return { days: new Map(Object.entries(days)), keys, hours: new Map(hours) };
}

function figuresFor(query: WindowQuery, days: Record<string, DayCounts> | undefined, live: LiveDay[] = []) {
  const window = windowFor(query);
  const stored = days && storedOf(days, window.clampedTo, window.to);
  return { link: LINK, window, facts: FACTS, stored, live };
}

const statsFor = (...figures: Parameters<typeof figuresFor>) => statsOf(figuresFor(...figures));

describe('the stats of a link', () => {
  it('take each recent day wholesale from the source that has seen more of it', () => {
    const stats = statsFor(
      {},
      {
        '2026-03-10': { requests: 5, bots: 1, qr: 1 },
        '2026-03-14': { requests: 9, bots: 0, qr: 2 },
        '2026-03-15': { requests: 3, bots: 0, qr: 0 },
      },
      [
        liveDay('2026-03-14', { requests: 8, bots: 8, qr: 0 }, 'FR'),
        liveDay('2026-03-15', { requests: 4, bots: 2, qr: 1 }, 'AT', 2),
      ],
    );
    expect(stats.series).toEqual([
      { date: '2026-03-10', n: 5, b: 1 },
      { date: '2026-03-14', n: 9, b: 0 },
      { date: '2026-03-15', n: 4, b: 2 },
    ]);
    expect(stats.totals).toEqual({ requests: 18, bots: 3, human: 15, qr: 4, click: 11 });
    expect(stats.source).toEqual({ click: 11, qr: 4 });
    for (const list of LISTS)
      expect(stats[list]).toEqual([
        { k: 'DE', v: 13 },
        { k: 'AT', v: 2 },
      ]);
    expect(stats.hourly.buckets[23]).toBe(2);
    expect(stats.hourly.buckets[21]).toBe(0);
  });

  it('count the last 24 hours up to the current, partial one, also when the window ends yesterday', () => {
    const stats = statsFor({ to: '2026-03-14' }, { '2026-03-15': { requests: 3, bots: 0, qr: 0 } }, [
      liveDay('2026-03-14', { requests: 4, bots: 0, qr: 0 }, 'AT', 3),
    ]);
    expect(stats.hourly.fromUtc).toBe('2026-03-14T03:00:00.000Z');
    expect(stats.hourly.buckets).toEqual([4, ...Array<number>(20).fill(0), 3, 0, 0]);
    expect(stats.totals.requests).toBe(4);
  });

  it('are those of the live days alone when ClickHouse is away', () => {
    const stats = statsFor({}, undefined, [liveDay('2026-03-15', { requests: 4, bots: 2, qr: 1 }, 'AT', 2)]);
    expect(stats.series).toEqual([{ date: '2026-03-15', n: 4, b: 2 }]);
    expect(stats.freshness).toBe('degraded');
    expect(stats.geo).toEqual([{ k: 'AT', v: 2 }]);
  });

  it('are all zero with 24 empty hours for a window before the retention', () => {
    const stats = statsFor({ from: '2020-01-01', to: '2020-01-31' }, {});
    expect(stats.range).toMatchObject({ from: '2020-01-01', to: '2020-01-31', clampedTo: '2024-03-16' });
    expect(stats.totals).toEqual({ requests: 0, bots: 0, human: 0, qr: 0, click: 0 });
    expect([...stats.series, ...stats.geo, ...stats.referrers]).toEqual([]);
    expect(stats.hourly.buckets).toEqual(Array<number>(24).fill(0));
  });

  it('tell the lifetime counter, what was before tracking, and the days stored', () => {
    const stats = statsFor({}, {});
    expect(stats.allTime).toEqual({ total: 100, preTracking: 40, trackingSince: '2026-03-06' });
    expect(stats.range.storedDays).toBe(10);
  });

  it('count stored days from the day of creation until there was a visit', () => {
    const facts = { ...FACTS, hits: 0, preTracking: 0, trackingSince: null };
    const link = { ...LINK, createdAt: new Date('2026-03-14T23:59:59.999Z') };
    const stats = statsOf({ link, window: windowFor({}), facts, stored: undefined, live: [] });
    expect(stats.allTime).toEqual({ total: 0, preTracking: 0, trackingSince: '2026-03-14' });
    expect(stats.range.storedDays).toBe(2);
  });

  it('always agree: series, totals, source and each list, whichever source leads on which day', () => {
    const counts = fc
      .tuple(fc.nat(50), fc.nat(50), fc.nat(50))
      .map(([bots, qr, clicks]): DayCounts => ({ requests: bots + qr + clicks, bots, qr }));
    const days = ['2026-03-01', '2026-03-13', '2026-03-14', '2026-03-15'];
    const stored = fc.record(Object.fromEntries(days.map((day) => [day, counts])), { requiredKeys: [] });
    const live = fc.tuple(fc.option(counts), fc.option(counts));
    const query = fc.constantFrom<WindowQuery>(
      {},
      { to: '2026-03-14' },
      { from: '2026-03-15' },
      { from: '2026-03-14', to: '2026-03-14' },
      { to: '2026-03-13' },
    );
    fc.assert(
      fc.property(
        query,
        fc.option(stored, { nil: undefined }),
        live,
        (asked, storedDays, [yesterday, today]) => {
          const liveDays = [
            ...(yesterday ? [liveDay('2026-03-14', yesterday, 'FR', 5)] : []),
            ...(today ? [liveDay('2026-03-15', today, 'AT', 1)] : []),
          ];
          const isRecent = asked['to'] !== '2026-03-13';
          const figures = figuresFor(asked, storedDays && definedDays(storedDays), isRecent ? liveDays : []);
          const stats = statsOf(figures);
          const { totals } = stats;
          expect(scansOf(figures).reduce((sum, { n }) => sum + n, 0)).toBe(totals.qr);
          expect(totals.human).toBe(totals.requests - totals.bots);
          expect(stats.source).toEqual({ click: totals.click, qr: totals.qr });
          expect(totals.click + totals.qr).toBe(totals.human);
          expect(stats.series.reduce((sum, { n }) => sum + n, 0)).toBe(totals.requests);
          expect(stats.series.reduce((sum, { b }) => sum + b, 0)).toBe(totals.bots);
          expect(stats.series.map(({ date }) => date)).toEqual(stats.series.map(({ date }) => date).sort());
          for (const list of LISTS) expect(stats[list].reduce((sum, { v }) => sum + v, 0)).toBe(totals.human);
        },
      ),
    );
  });
});
