import type { Visit } from '@kurz/click-event';
import { sumHits } from './sum-hits';

const visit = (linkId: string, time: string): Visit => ({
  time: Date.parse(time),
  workspaceId: 'ws_1',
  linkId,
  isScan: false,
  method: 'GET',
  purpose: '',
  userAgent: '',
  referrerHost: '',
  language: '',
  network: '',
});

describe('the hits of a batch', () => {
  it('are summed by link with the earliest day', () => {
    const sum = sumHits();
    const visits = [
      visit('lnk_b', '2026-03-05T00:00:00Z'),
      visit('lnk_a', '2026-03-05T10:00:00Z'),
      visit('lnk_b', '2026-03-04T23:59:59Z'),
      visit('lnk_Z', '2026-01-01T00:00:00Z'),
    ];
    for (const each of visits) sum.add(each);
    expect(sum.result()).toEqual([
      { linkId: 'lnk_b', hits: 2, firstDay: '2026-03-04' },
      { linkId: 'lnk_a', hits: 1, firstDay: '2026-03-05' },
      { linkId: 'lnk_Z', hits: 1, firstDay: '2026-01-01' },
    ]);
  });
});
