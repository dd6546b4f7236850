import { aggregateVisits } from '../../aggregate/aggregate-fixture';
import { rowsOf } from './rows-of';

const NOW = Date.parse('2026-03-05T10:30:00Z');
const linesOf = (bytes: Buffer) => bytes.toString().split('\n').slice(0, -1);
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

describe('the rows of an intent', () => {
  const aggregated = aggregateVisits([
    visit('2026-03-05T09:00:00Z'),
    visit('2026-03-05T09:59:59.999Z', { isScan: true }),
    visit('2026-03-05T10:00:00Z', { isBot: true }),
    visit('2026-03-02T10:00:00Z'),
    visit('2026-03-02T11:00:00Z'),
  ]);

  it('carry the intent in every key and the sums of their hour and day', () => {
    const rows = rowsOf(aggregated, ORIGIN, NOW);
    const key = 'ws_1\tlnk_1\t3\t77';
    expect(linesOf(rows.clicks_daily)).toEqual([
      `${key}\t2026-03-02\t2\t0\t0`,
      `${key}\t2026-03-05\t3\t1\t1`,
    ]);
    expect(linesOf(rows.clicks_hourly).slice(1)).toEqual([
      `${key}\t2026-03-05 09:00:00\t2\t0\t1`,
      `${key}\t2026-03-05 10:00:00\t1\t1\t0`,
    ]);
    expect(linesOf(rows.clicks_daily_by)).toContain(`${key}\t2026-03-05\tdevice\tmobile\t2`);
    expect(linesOf(rows.clicks_daily_by)).toHaveLength(12);
  });

  it('leave out hours that are past the 72 that are kept', () => {
    const hours = linesOf(rowsOf(aggregated, ORIGIN, NOW).clicks_hourly).map((line) => line.split('\t')[4]);
    expect(hours).toEqual(['2026-03-02 11:00:00', '2026-03-05 09:00:00', '2026-03-05 10:00:00']);
  });
});
