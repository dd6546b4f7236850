import { foldVisits } from '../fold';
import { rowsOf } from './rows-of';

const NOW = Date.parse('2026-03-05T10:30:00Z');
const ORIGIN = { stream_partition: 3, plan_from: 77 };

const visit = (time: string, change: { isBot?: boolean; isScan?: boolean } = {}) => ({
  time: Date.parse(time),
  workspaceId: 'ws_1',
  linkId: 'lnk_1',
  isBot: false,
  isScan: false,
  geo: 'AT',
  referrer: '~direct',
  device: 'mobile',
  browser: 'Chrome',
  os: 'Android',
  language: 'de',
  ...change,
});

describe('the rows of a plan', () => {
  const folded = foldVisits([
    visit('2026-03-05T09:00:00Z'),
    visit('2026-03-05T09:59:59.999Z', { isScan: true }),
    visit('2026-03-05T10:00:00Z', { isBot: true }),
    visit('2026-03-02T10:00:00Z'),
    visit('2026-03-02T11:00:00Z'),
  ]);

  it('carry the plan in every key and the sums of their hour and day', () => {
    const rows = rowsOf(folded, ORIGIN, NOW);
    const key = { workspace_id: 'ws_1', link_id: 'lnk_1', ...ORIGIN };
    expect(rows.clicks_daily).toEqual([
      { ...key, day: '2026-03-02', requests: 2, bots: 0, qr: 0 },
      { ...key, day: '2026-03-05', requests: 3, bots: 1, qr: 1 },
    ]);
    expect(rows.clicks_hourly.slice(1)).toEqual([
      { ...key, hour: '2026-03-05 09:00:00', requests: 2, bots: 0, qr: 1 },
      { ...key, hour: '2026-03-05 10:00:00', requests: 1, bots: 1, qr: 0 },
    ]);
    expect(rows.clicks_daily_by).toContainEqual({
      ...key,
      day: '2026-03-05',
      dimension: 'device',
      key: 'mobile',
      humans: 2,
    });
    expect(rows.clicks_daily_by).toHaveLength(12);
  });

  it('leave out hours that are past the 72 that are kept', () => {
    const hours = rowsOf(folded, ORIGIN, NOW).clicks_hourly.map((row) => row.hour);
    expect(hours).toEqual(['2026-03-02 11:00:00', '2026-03-05 09:00:00', '2026-03-05 10:00:00']);
  });
});
