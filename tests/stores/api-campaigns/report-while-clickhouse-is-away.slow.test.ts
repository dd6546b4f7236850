import type { LiveClicks } from '@kurz/live-clicks';
import { liveAddition } from '../api-stats/live-addition';
import { startCampaigns, windowFor, WORKSPACE, type CampaignWorld } from './start-campaigns';

const CONFIG = { waitMs: 2_000, breaker: { failures: 3, probeEveryMs: 60_000, probeWaitMs: 1_000 } };
/** The longest that an answer may take, in ms, whichever store is away. */
const LIMIT_MS = 2_700;

describe('a campaign report while ClickHouse is away', () => {
  let world: CampaignWorld;

  beforeAll(async () => {
    world = await startCampaigns();
    await world.addLinks([
      { id: 'lnk_1', campaign: 'spring', source: 'mail' },
      { id: 'lnk_2', campaign: 'spring', source: 'mail' },
      { id: 'lnk_3', campaign: 'spring', source: 'chat', medium: 'social' },
      { id: 'lnk_4', campaign: 'autumn' },
    ]);
    await world.setProgress({ position: 10, consolidatedUntil: '2026-03-15T02:00:00Z' });
    const link = (id: string) => ({ workspaceId: WORKSPACE, id });
    await world.liveClicks.seed({
      partition: 0,
      position: 10,
      additions: [
        liveAddition(link('lnk_1'), '2026-03-15', { humans: 3, bots: 2, qr: 1 }),
        liveAddition(link('lnk_2'), '2026-03-14', { humans: 4 }),
        liveAddition(link('lnk_3'), '2026-03-15', { humans: 9, qr: 9 }),
        liveAddition(link('lnk_4'), '2026-03-15', { humans: 0, bots: 7 }),
      ],
    });
  });
  afterAll(() => world.close());
  afterEach(async () => {
    world.server.thaw();
    await world.server.restart();
  });

  async function report(query = {}, liveClicks?: LiveClicks) {
    const start = performance.now();
    const outcome = await world.readerWith(CONFIG, liveClicks)(WORKSPACE, windowFor(query));
    expect(performance.now() - start).toBeLessThan(LIMIT_MS);
    return outcome.kind === 'report' ? outcome.report : outcome.kind;
  }

  it.each<['killed' | 'frozen', (world: CampaignWorld) => Promise<void> | void]>([
    ['killed', ({ server }) => server.kill()],
    ['frozen', ({ server }) => server.freeze()],
  ])('tells of the live days, and says so, when it is %s', async (_, end) => {
    await end(world);
    expect(await report()).toMatchObject({
      freshness: 'degraded',
      taggedLinks: 4,
      totalCampaigns: 2,
      campaigns: [
        {
          campaign: 'spring',
          linkCount: 3,
          humanClicks: 16,
          qrScans: 10,
          series: [
            { date: '2026-03-14', human: 4 },
            { date: '2026-03-15', human: 12 },
          ],
          drill: [
            { source: 'chat', medium: 'social', linkCount: 1, humanClicks: 9 },
            { source: 'mail', medium: '', linkCount: 2, humanClicks: 7 },
          ],
        },
        { campaign: 'autumn', linkCount: 1, humanClicks: 0, qrScans: 0, series: [] },
      ],
    });
  });

  it('keeps to the window', async () => {
    await world.server.kill();
    const yesterday = await report({ to: '2026-03-14' });
    expect(yesterday).toMatchObject({ freshness: 'degraded', campaigns: [{ humanClicks: 4 }, {}] });
  });

  it('is unavailable for a window without today and yesterday', async () => {
    world.server.freeze();
    expect(await report({ to: '2026-03-13' })).toBe('unavailable');
  });

  it('is unavailable when the live counts are away as well or never answer, and needs none otherwise', async () => {
    const broken: LiveClicks = { ...world.liveClicks, read: () => Promise.reject(new Error('away')) };
    const silent: LiveClicks = { ...world.liveClicks, read: () => new Promise(() => undefined) };
    expect(await report({}, broken)).toMatchObject({ freshness: 'todayLive' });
    await world.server.kill();
    expect(await report({}, broken)).toBe('unavailable');
    expect(await report({}, silent)).toBe('unavailable');
  });

  it('looks at the links with the most redirects, however many there are', async () => {
    const busy = Array.from({ length: 2_000 }, (_, index) => ({
      id: `lnk_b${index}`,
      campaign: 'busy',
      hits: 5,
    }));
    const quiet = Array.from({ length: 500 }, (_, index) => ({
      id: `lnk_q${index}`,
      campaign: 'quiet',
      hits: 4,
    }));
    await world.addLinks([...quiet, ...busy]);
    const read: string[] = [];
    const watched: LiveClicks = {
      ...world.liveClicks,
      read: (link, days) => {
        read.push(link.linkId);
        return world.liveClicks.read(link, days);
      },
    };
    await world.server.kill();
    expect(await report({}, watched)).toMatchObject({ freshness: 'degraded', taggedLinks: 2_504 });
    expect(read.sort()).toEqual(busy.map(({ id }) => id).sort());
  });
});
