import { dayOf } from '@kurz/process';
import { dayAt, dayNumberOf, daysFrom, daysIn, startOfDay } from './calendar-day';

describe('a calendar day', () => {
  it('changes at midnight UTC, in whatever time zone the process runs', () => {
    const midnight = Date.parse('2026-03-29T00:00:00Z');
    expect([dayOf(midnight - 1), dayOf(midnight)]).toEqual(['2026-03-28', '2026-03-29']);
    expect(startOfDay('2026-03-29')).toBe(midnight);
  });

  it('is counted without gaps over leap days and the change to summer time', () => {
    expect(daysIn('2024-02-28', '2024-03-01')).toBe(3);
    expect(daysIn('2026-03-28', '2026-03-30')).toBe(3);
    expect(daysFrom('2026-03-28', '2026-03-30')).toEqual(['2026-03-28', '2026-03-29', '2026-03-30']);
    expect(daysFrom('2026-03-29', '2026-03-28')).toEqual([]);
    expect(daysIn('2026-03-28', '2026-03-28')).toBe(1);
    expect(daysIn('2026-03-29', '2026-03-28')).toBe(0);
    expect(dayAt((dayNumberOf('2026-12-31') ?? 0) + 1)).toBe('2027-01-01');
  });
});
