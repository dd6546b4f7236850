import { monitorEventLoopDelay } from 'node:perf_hooks';
import { sql } from 'kysely';
import { ANALYTICS_CONFIG } from '../../../services/api/src/analytics/query-analytics';
import { startCampaigns, windowFor, WORKSPACE, type CampaignWorld } from './start-campaigns';

const LINKS = 100_000;
/** On each day each link had two human visits, one of them a scan. */
const DAYS = 30;

describe('the report of a workspace with many tagged links', () => {
  let world: CampaignWorld;

  beforeAll(async () => {
    world = await startCampaigns();
    await world.setProgress({ position: 1_000, consolidatedUntil: '2026-03-15T02:00:00Z' });
    // a plan per day, each in one insert, as the ingester writes them
    for (let ago = 0; ago < DAYS; ago++) {
      await world.clickHouse.client.command({
        query: `INSERT INTO kurz.clicks_daily
          SELECT '${WORKSPACE}', concat('lnk_', substring(lower(hex(MD5(toString(number)))), 1, 16)),
                 toDate('2026-03-15') - ${ago}, 0, ${ago}, 3, 1, 1
          FROM numbers(${LINKS})`,
      });
    }
  });
  afterAll(() => world.close());
  afterEach(() => world.dbWithoutTimeout.deleteFrom('links').execute());

  /** Ids and addresses of ordinary length; links alternate between campaigns, sources and mediums. */
  const addLinks = (campaigns: number) =>
    world.dbWithoutTimeout.transaction().execute(async (transaction) => {
      await sql`
        INSERT INTO links (id, workspace_id, zone_id, slug, url, location, utm_campaign, utm_source, utm_medium,
                           created_at)
        SELECT 'lnk_' || substr(md5(n::text), 1, 16), ${WORKSPACE}, 'zon_1', 's' || n, url, url,
               'campaign-' || n % ${campaigns}::int, 'source-' || n % 4, 'medium-' || n % 3, '2026-01-01'
        FROM (SELECT n, 'https://shop.example/p/' || n || '?utm_source=source-' || n % 4 || '&utm_campaign=' || n AS url
              FROM generate_series(0, ${LINKS - 1}::int) n) numbered`.execute(transaction);
      await sql`ANALYZE links`.execute(transaction);
    });

  async function measure(campaigns: number) {
    // long timeouts, because the time is only printed and may be longer on a busy machine
    const read = world.readerWith({ ...ANALYTICS_CONFIG, waitMs: 60_000, longWaitMs: 60_000 });
    const delay = monitorEventLoopDelay({ resolution: 1 });
    delay.enable();
    const start = performance.now();
    const outcome = await read(WORKSPACE, windowFor());
    const took = Math.round(performance.now() - start);
    delay.disable();
    if (outcome.kind !== 'report') throw new Error(outcome.kind);
    process.stdout.write(
      `a report on ${LINKS} links in ${campaigns} campaigns, ${LINKS * DAYS} rows: ${took} ms; ` +
        `other requests wait ${Math.round(delay.max / 1e6)} ms at most\n`,
    );
    return outcome.report;
  }

  it('is right about 200 campaigns; the time is printed', async () => {
    await addLinks(200);
    const report = await measure(200);
    expect([report.freshness, report.taggedLinks, report.totalCampaigns]).toEqual(['todayLive', LINKS, 200]);
    expect(report.campaigns).toHaveLength(200);
    for (const campaign of report.campaigns ?? []) {
      expect(campaign).toMatchObject({ linkCount: 500, humanClicks: 500 * 2 * DAYS, qrScans: 500 * DAYS });
      expect(campaign.series).toHaveLength(DAYS);
      expect(campaign.series.every(({ human }) => human === 1_000)).toBe(true);
      expect(campaign.drill.reduce((sum, { linkCount }) => sum + linkCount, 0)).toBe(500);
    }
  });

  it('lists the first 1,000 where each link is a campaign of its own, and says how many there are', async () => {
    await addLinks(LINKS);
    const report = await measure(LINKS);
    expect([report.taggedLinks, report.totalCampaigns]).toEqual([LINKS, LINKS]);
    expect(report.campaigns).toHaveLength(1_000);
    for (const campaign of report.campaigns ?? []) {
      expect(campaign).toMatchObject({ linkCount: 1, humanClicks: 2 * DAYS, qrScans: DAYS });
      expect(campaign.series).toHaveLength(DAYS);
      expect(campaign.drill).toHaveLength(1);
    }
  });
});
