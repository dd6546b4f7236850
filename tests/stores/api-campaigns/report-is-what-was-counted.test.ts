import type { DailyRow } from '@kurz/click-tables';
import fc from 'fast-check';
import { countedByHand, type HeldLink } from './counted-by-hand';
import { startCampaigns, windowFor, WORKSPACE, type CampaignWorld } from './start-campaigns';
import { propertyRuns } from '../../property-runs';

/** Plans from this position on are not finished. */
const POSITION = 5;

const tag = fc.option(
  fc.constantFrom(
    'spring',
    'Spring',
    `it's`,
    'a"b',
    'c\\d',
    'tab\there',
    'a,b',
    'größe 🎈',
    'x'.repeat(1_000),
  ),
  { nil: undefined },
);
const links = fc
  .array(fc.record({ campaign: tag, source: tag, medium: tag }), { maxLength: 12 })
  .map((tags) => tags.map((link, index): HeldLink => ({ ...link, id: `lnk_${index}` })));

const row = fc
  .record({
    workspace_id: fc.constantFrom(WORKSPACE, WORKSPACE, WORKSPACE, 'ws_other'),
    // some ids belong to no link of the workspace
    link_id: fc.nat(14).map((index) => `lnk_${index}`),
    day: fc.constantFrom('2025-12-31', '2026-01-31', '2026-02-13', '2026-02-14', '2026-03-14', '2026-03-15'),
    requests: fc.integer({ min: 1, max: 9 }),
    botShare: fc.nat(4),
    qrShare: fc.nat(2),
  })
  .map(({ botShare, qrShare, ...key }) => {
    const bots = Math.min(key.requests, botShare);
    return { ...key, bots, qr: Math.floor(((key.requests - bots) * qrShare) / 2) };
  });

/** Each plan is one insert, or two inserts of the same rows, as after a crash. */
const plans = fc.array(
  fc.record({
    stream_partition: fc.constantFrom(0, 1, 7),
    rows: fc.uniqueArray(row, {
      selector: (one) => `${one.workspace_id} ${one.link_id} ${one.day}`,
      maxLength: 10,
    }),
    writes: fc.constantFrom(1, 1, 2),
  }),
  { maxLength: 8 },
);

describe('a campaign report', () => {
  let world: CampaignWorld;

  beforeAll(async () => {
    world = await startCampaigns();
  });
  afterAll(() => world.close());

  async function write(rows: DailyRow[], times: number): Promise<void> {
    const { client } = world.clickHouse;
    for (let time = 0; time < times && rows.length > 0; time++) {
      await client.insert({ table: 'kurz.clicks_daily', values: rows, format: 'JSONEachRow' });
    }
  }

  it('tells of the same links and clicks as counting them one by one', async () => {
    const read = world.readerWith();
    const queries = fc.constantFrom<Record<string, string>>(
      {},
      { from: '2026-01-01' },
      { from: '2026-02-13', to: '2026-02-13' },
    );
    const property = fc.asyncProperty(links, plans, queries, async (held, written, query) => {
      await world.clear();
      if (held.length > 0) await world.addLinks(held);
      for (const partition of [0, 1]) {
        await world.setProgress({
          partition,
          position: POSITION,
          consolidatedUntil: '2026-03-15T02:00:00Z',
        });
      }
      const finished: DailyRow[] = [];
      for (const [plan_from, { stream_partition, rows, writes }] of written.entries()) {
        const planned = rows.map((one) => ({ ...one, stream_partition, plan_from }));
        await write(planned, writes);
        if (plan_from < POSITION && stream_partition !== 7) finished.push(...planned);
      }
      const window = windowFor(query);
      const outcome = await read(WORKSPACE, window);
      if (outcome.kind !== 'report') throw new Error(outcome.kind);
      const { from, to, clampedTo, retentionDays } = window;
      const expected = countedByHand(held, finished, { first: clampedTo, last: to });
      const tagged = held.filter(({ campaign, source, medium }) => campaign ?? source ?? medium);
      expect(outcome.report).toEqual({
        range: { from, to, clampedTo, retentionDays },
        teaser: false,
        totalCampaigns: expected.length,
        taggedLinks: tagged.length,
        ...(tagged.length > 0 && { campaigns: expected }),
        freshness: to < window.today ? 'final' : 'todayLive',
      });
    });
    await fc.assert(property, propertyRuns(40));
  });

  it('counts a plan once that was written twice, whether or not the table has merged it', async () => {
    await world.clear();
    await world.addLinks([{ id: 'lnk_1', campaign: 'twice' }]);
    await world.setProgress({ position: POSITION, consolidatedUntil: '2026-03-15T02:00:00Z' });
    const visits = { requests: 5, bots: 1, qr: 2, stream_partition: 0, plan_from: 1 };
    const rows = ['2026-03-01', '2026-02-20'].map((day) => ({
      ...visits,
      workspace_id: WORKSPACE,
      link_id: 'lnk_1',
      day,
    }));
    await world.clickHouse.client.command({ query: 'SYSTEM STOP MERGES kurz.clicks_daily' });
    const read = world.readerWith();
    const clicks = async () => {
      const outcome = await read(WORKSPACE, windowFor());
      return outcome.kind === 'report' && outcome.report.campaigns?.[0]?.humanClicks;
    };
    await write(rows, 3);
    expect(await clicks()).toBe(8);
    await world.clickHouse.client.command({ query: 'SYSTEM START MERGES kurz.clicks_daily' });
    await world.clickHouse.client.command({ query: 'OPTIMIZE TABLE kurz.clicks_daily FINAL' });
    expect(await clicks()).toBe(8);
  });

  it('leaves out links that came after the window, unless imported visits made them older', async () => {
    await world.clear();
    await world.addLinks([
      { campaign: 'early', createdAt: '2026-02-10T23:59:59.999Z' },
      { campaign: 'late', createdAt: '2026-02-11T00:00:00Z' },
      { campaign: 'imported', createdAt: '2026-03-01T00:00:00Z', trackingSince: '2026-01-05' },
    ]);
    const read = world.readerWith();
    const names = async (query: { from?: string; to?: string }) => {
      const outcome = await read(WORKSPACE, windowFor(query));
      if (outcome.kind !== 'report') throw new Error(outcome.kind);
      const { taggedLinks, totalCampaigns, campaigns } = outcome.report;
      return [taggedLinks, totalCampaigns, campaigns?.map(({ campaign }) => campaign)];
    };
    expect(await names({ to: '2026-02-10' })).toEqual([2, 2, ['early', 'imported']]);
    expect(await names({})).toEqual([3, 3, ['early', 'imported', 'late']]);
    expect(await names({ to: '2026-01-04' })).toEqual([0, 0, undefined]);
    expect(await names({ from: '0000-01-01', to: '0000-01-31' })).toEqual([0, 0, undefined]);
  });

  it("has links whose only tag is the term among the tagged ones, and in no campaign's", async () => {
    await world.clear();
    await world.addLinks([{ term: 'shoes' }, { source: 'mail' }, {}]);
    const outcome = await world.readerWith()(WORKSPACE, windowFor());
    expect(outcome).toMatchObject({ report: { taggedLinks: 2, totalCampaigns: 0, campaigns: [] } });
  });
});
