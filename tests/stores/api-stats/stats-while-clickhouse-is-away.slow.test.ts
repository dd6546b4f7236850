import type { LiveClicks } from '@kurz/live-clicks';
import type { QueryAnalyticsConfig } from '../../../services/api/src/analytics/query-analytics';
import type { ReadLinkStats } from '../../../services/api/src/stats/read-link-stats';
import type { StatsLink } from '../../../services/api/src/stats/stats-of';
import { until } from '../../until';
import { liveAddition } from './live-addition';
import { startStats, windowFor, type StatsWorld } from './start-stats';
import { writePlan } from './write-plan';

/** Production's timeouts, with a shorter pause between probes. */
const CONFIG: QueryAnalyticsConfig = {
  waitMs: 2_000,
  breaker: { failures: 3, probeEveryMs: 400, probeWaitMs: 1_000 },
};
/** The longest that an answer may take, in ms, whichever store is away. */
const LIMIT_MS = 2_500;

async function timed<T>(call: () => Promise<T>): Promise<{ value: T; ms: number }> {
  const start = performance.now();
  const value = await call();
  return { value, ms: performance.now() - start };
}

describe('stats while ClickHouse is away', () => {
  let world: StatsWorld;
  let link: StatsLink;
  let read: ReadLinkStats;

  beforeAll(async () => {
    world = await startStats();
    link = await world.addLink();
    const plan = { workspaceId: link.workspaceId, linkId: link.id };
    await writePlan(world.clickHouse, {
      ...plan,
      planFrom: 0,
      hours: [{ at: '2026-03-10T12', requests: 7 }],
    });
    await writePlan(world.clickHouse, {
      ...plan,
      planFrom: 1,
      hours: [{ at: '2026-03-14T12', requests: 5 }],
    });
    await world.setProgress({ position: 10, consolidatedUntil: '2026-03-15T00:00:00Z' });
    const today = liveAddition(link, '2026-03-15', { humans: 3, bots: 1, qr: 2, hour: 2 });
    await world.liveClicks.seed({ partition: 0, position: 10, additions: [today] });
  });
  afterAll(() => world.close());
  beforeEach(() => {
    read = world.readerWith(CONFIG);
  });
  afterEach(async () => {
    world.server.thaw();
    await world.server.restart();
  });

  const freshness = async (query = {}) => {
    const outcome = await read({ link, window: windowFor(query) });
    return outcome.kind === 'stats' ? outcome.stats.freshness : outcome.kind;
  };

  it.each<['killed' | 'frozen', (world: StatsWorld) => Promise<void> | void]>([
    ['killed', ({ server }) => server.kill()],
    ['frozen', ({ server }) => server.freeze()],
  ])('tell of the live days alone, and say so, within 2.5 s when it is %s', async (_, end) => {
    await end(world);
    const { value, ms } = await timed(() => read({ link, window: windowFor() }));
    expect(ms).toBeLessThan(LIMIT_MS);
    if (value.kind !== 'stats') throw new Error(value.kind);
    expect(value.stats.freshness).toBe('degraded');
    expect(value.stats.series).toEqual([{ date: '2026-03-15', n: 4, b: 1 }]);
    expect(value.stats.totals).toEqual({ requests: 4, bots: 1, human: 3, qr: 2, click: 1 });
    expect(value.stats.geo).toEqual([{ k: 'AT', v: 3 }]);
    expect(value.stats.hourly.buckets[23]).toBe(3);
    expect((await timed(() => freshness({ to: '2026-03-13' }))).value).toBe('unavailable');
  });

  it('are unavailable within 2.5 s for a window without today and yesterday', async () => {
    world.server.freeze();
    const { value, ms } = await timed(() => freshness({ from: '2026-03-01', to: '2026-03-13' }));
    expect(value).toBe('unavailable');
    expect(ms).toBeLessThan(LIMIT_MS);
  });

  it('are degraded, not unavailable, for a recent window in which the link was not visited', async () => {
    await world.server.kill();
    const unvisited = await world.addLink();
    const outcome = await read({ link: unvisited, window: windowFor({ from: '2026-03-14' }) });
    expect(outcome).toMatchObject({ kind: 'stats', stats: { freshness: 'degraded', series: [] } });
  });

  it('are unavailable when the live counts are away as well, and go on without them otherwise', async () => {
    const broken: LiveClicks = { ...world.liveClicks, read: () => Promise.reject(new Error('away')) };
    read = world.readerWith(CONFIG, broken);
    expect(await freshness()).toBe('todayLive');
    await world.server.kill();
    expect(await freshness()).toBe('unavailable');
  });

  it('do not wait for live counts that never answer', async () => {
    const silent: LiveClicks = { ...world.liveClicks, read: () => new Promise(() => undefined) };
    read = world.readerWith(CONFIG, silent);
    const { value, ms } = await timed(() => freshness());
    expect(value).toBe('todayLive');
    expect(ms).toBeLessThan(LIMIT_MS);
  });

  it('cost 2 s three times, then nothing until the pause is over, and heal when it is back', async () => {
    world.server.freeze();
    const waits = await Promise.all([1, 2, 3].map(() => timed(() => freshness())));
    for (const { value } of waits) expect(value).toBe('degraded');
    const spared = await timed(() => freshness());
    expect(spared.value).toBe('degraded');
    expect(spared.ms).toBeLessThan(300);
    world.server.thaw();
    await until(async () => (await freshness()) === 'todayLive');
    expect(await freshness({ from: '2026-03-01', to: '2026-03-14' })).toBe('final');
  });

  it('heal after a restart', async () => {
    await world.server.kill();
    expect([await freshness(), await freshness(), await freshness(), await freshness()]).toEqual(
      Array<string>(4).fill('degraded'),
    );
    await world.server.restart();
    await until(async () => (await freshness()) === 'todayLive');
    expect(await freshness()).toBe('todayLive');
  });

  it('are unavailable, never an error, when a table is missing', async () => {
    await world.clickHouse.client.command({ query: 'RENAME TABLE kurz.clicks_daily_by TO kurz.away' });
    try {
      expect(await freshness({ to: '2026-03-13' })).toBe('unavailable');
      expect(await freshness()).toBe('degraded');
    } finally {
      await world.clickHouse.client.command({ query: 'RENAME TABLE kurz.away TO kurz.clicks_daily_by' });
    }
  });
});
