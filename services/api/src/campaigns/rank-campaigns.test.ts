import { rankCampaigns, type CampaignPart } from './rank-campaigns';

const part = (campaign: string | null, humans: number, qr = 0): CampaignPart => ({
  group: { campaign, source: '', medium: '', linkCount: 2, linkIds: 'lnk_1,lnk_2' },
  clicks: { humans, qr, humansByDay: [] },
});

describe('campaigns', () => {
  it('stand by human clicks, largest first, then by name, capitals before small letters', () => {
    const ranked = rankCampaigns([part('b', 1), part('a', 1), part('c', 7), part('B', 1), part('d', 0)]);
    expect(ranked.map(({ campaign }) => campaign)).toEqual(['c', 'B', 'a', 'b', 'd']);
  });

  it('sum up links, humans and scans of their parts, and leave out links without a campaign', () => {
    const parts = [part('a', 1, 1), part('b', 5), part('a', 3, 2), part(null, 50)];
    const ranked = rankCampaigns(parts);
    expect(ranked.map(({ campaign }) => campaign)).toEqual(['b', 'a']);
    expect(ranked[1]).toEqual({
      campaign: 'a',
      linkCount: 4,
      humanClicks: 4,
      qrScans: 3,
      parts: [parts[0], parts[2]],
    });
  });
});
