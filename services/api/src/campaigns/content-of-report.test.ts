import type { Campaign, CampaignReport } from './campaign-report';
import { contentOfReport } from './content-of-report';

const report: CampaignReport = {
  range: { from: '2026-02-14', to: '2026-03-15', clampedTo: '2026-02-14', retentionDays: 730 },
  teaser: false,
  totalCampaigns: 0,
  taggedLinks: 0,
  freshness: 'todayLive',
};

const campaign = (number: number): Campaign => ({
  campaign: `"größe" ${number}\n]}`,
  linkCount: number,
  humanClicks: 0,
  qrScans: 0,
  series: [{ date: '2026-03-01', human: 1 }],
  drill: [],
});

const parsed = async (of: CampaignReport): Promise<unknown> =>
  JSON.parse(Buffer.concat((await contentOfReport(of)).pieces).toString());

describe('the JSON of a report', () => {
  it('has no campaigns where the report has none, and an empty list where it is empty', async () => {
    expect(await parsed(report)).toEqual({ report });
    expect(await parsed({ ...report, campaigns: [] })).toEqual({ report: { ...report, campaigns: [] } });
  });

  it.each([1, 24, 25, 26, 50, 51])('says the same as JSON.stringify of %d campaigns', async (count) => {
    const whole = { ...report, campaigns: Array.from({ length: count }, (_, number) => campaign(number)) };
    expect(await parsed(whole)).toEqual({ report: whole });
  });
});
