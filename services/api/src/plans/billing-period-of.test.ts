import fc from 'fast-check';
import { billingPeriodOf } from './billing-period-of';

const periodOf = (anchor: string, isYearly: boolean, now: string) => {
  const { start, end } = billingPeriodOf(anchor, isYearly, Date.parse(now));
  return [start.toISOString().slice(0, 10), end.toISOString().slice(0, 10)];
};

test.each([
  ['in the middle', '2026-01-10', '2026-03-15T12:00:00Z', '2026-03-10', '2026-04-10'],
  ['before the day', '2026-01-10', '2026-03-09T23:59:59.999Z', '2026-02-10', '2026-03-10'],
  ['at the very start', '2026-01-10', '2026-03-10T00:00:00Z', '2026-03-10', '2026-04-10'],
  ['over New Year', '2025-05-20', '2026-01-05T00:00:00Z', '2025-12-20', '2026-01-20'],
  ['the 31st in April', '2026-01-31', '2026-04-30T00:00:00Z', '2026-04-30', '2026-05-31'],
  ['the day before it', '2026-01-31', '2026-04-29T23:59:59Z', '2026-03-31', '2026-04-30'],
  ['the 31st in February', '2026-01-31', '2026-02-28T00:00:00Z', '2026-02-28', '2026-03-31'],
  ['the 31st in a leap February', '2024-01-31', '2024-02-28T23:00:00Z', '2024-01-31', '2024-02-29'],
  [
    'the 30th does not move to the 28th for good',
    '2026-01-30',
    '2026-03-30T00:00:00Z',
    '2026-03-30',
    '2026-04-30',
  ],
  ['on the anchor itself', '2026-03-15', '2026-03-15T08:00:00Z', '2026-03-15', '2026-04-15'],
  ['before the anchor', '2026-03-15', '2026-03-14T08:00:00Z', '2026-02-15', '2026-03-15'],
])('a month, %s', (_, anchor, now, start, end) => {
  expect(periodOf(anchor, false, now)).toEqual([start, end]);
});

test.each([
  ['in the middle', '2024-06-10', '2026-03-15T12:00:00Z', '2025-06-10', '2026-06-10'],
  ['at the very start', '2024-06-10', '2026-06-10T00:00:00Z', '2026-06-10', '2027-06-10'],
  ['the instant before', '2024-06-10', '2026-06-09T23:59:59.999Z', '2025-06-10', '2026-06-10'],
  ['from a leap day', '2024-02-29', '2026-02-28T00:00:00Z', '2026-02-28', '2027-02-28'],
  ['to a leap day', '2024-02-29', '2027-03-01T00:00:00Z', '2027-02-28', '2028-02-29'],
])('a year, %s', (_, anchor, now, start, end) => {
  expect(periodOf(anchor, true, now)).toEqual([start, end]);
});

const someDay = fc
  .date({ min: new Date('2000-01-01'), max: new Date('2060-01-01'), noInvalidDate: true })
  .map((date) => date.toISOString().slice(0, 10));
const someMoment = fc.integer({ min: Date.parse('2000-01-01'), max: Date.parse('2060-01-01') });

test('periods hold their moment, join without gap or overlap, and start on the anchor’s day or a month’s last', () => {
  fc.assert(
    fc.property(someDay, fc.boolean(), someMoment, (anchor, isYearly, now) => {
      const { start, end } = billingPeriodOf(anchor, isYearly, now);
      expect(start.getTime()).toBeLessThanOrEqual(now);
      expect(end.getTime()).toBeGreaterThan(now);
      expect(billingPeriodOf(anchor, isYearly, end.getTime()).start).toEqual(end);
      expect(billingPeriodOf(anchor, isYearly, start.getTime() - 1).end).toEqual(start);
      const day = Number(anchor.slice(8));
      const isLastOfMonth = new Date(start.getTime() + 86_400_000).getUTCDate() === 1;
      expect(start.getUTCDate() === day || (start.getUTCDate() < day && isLastOfMonth)).toBe(true);
      expect(start.toISOString()).toMatch(/T00:00:00\.000Z$/);
      if (isYearly) expect(start.toISOString().slice(5, 7)).toBe(anchor.slice(5, 7));
    }),
  );
});
