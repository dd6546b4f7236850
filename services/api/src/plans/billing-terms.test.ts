import fc from 'fast-check';
import { cadenceOf, changeCadence, quotaPeriodOf, type BillingTerms } from './billing-terms';

const at = (day: string) => Date.parse(`${day}T12:00:00Z`);
const termsOf = (anchor: string, isYearly: boolean): BillingTerms => ({
  anchor,
  isYearly,
  changesOn: null,
  yearStartsIn: null,
});
const periodOf = (terms: BillingTerms, day: string) => {
  const { isYearly, start, end } = quotaPeriodOf(terms, at(day));
  return [isYearly, start.toISOString().slice(0, 10), end.toISOString().slice(0, 10)];
};

test('a month becomes a year at its end, and the year counts from there', () => {
  const terms = changeCadence(termsOf('2026-05-05', false), true, at('2026-07-20'));
  expect(cadenceOf(terms, at('2026-07-20'))).toEqual({
    isYearly: false,
    change: { isYearly: true, on: '2026-08-05' },
  });
  expect(periodOf(terms, '2026-07-20')).toEqual([false, '2026-07-05', '2026-08-05']);
  expect(periodOf(terms, '2026-08-05')).toEqual([true, '2026-08-05', '2027-08-05']);
  expect(periodOf(terms, '2028-01-01')).toEqual([true, '2027-08-05', '2028-08-05']);
});

test('a year becomes a month at its end', () => {
  const terms = changeCadence(termsOf('2026-05-05', true), false, at('2026-05-06'));
  expect(periodOf(terms, '2027-05-04')).toEqual([true, '2026-05-05', '2027-05-05']);
  expect(periodOf(terms, '2027-05-05')).toEqual([false, '2027-05-05', '2027-06-05']);
});

test('a change that is taken back before the period ends leaves no trace in the periods', () => {
  const before = termsOf('2026-05-05', false);
  const after = changeCadence(changeCadence(before, true, at('2026-05-06')), false, at('2026-05-07'));
  expect(cadenceOf(after, at('2027-01-01'))).toEqual({ isYearly: false });
  expect(periodOf(after, '2026-06-06')).toEqual(periodOf(before, '2026-06-06'));
});

test('asking twice for the same changes nothing the second time', () => {
  const once = changeCadence(termsOf('2026-05-05', false), true, at('2026-05-06'));
  expect(changeCadence(once, true, at('2026-05-20'))).toBe(once);
  expect(changeCadence(once, true, at('2026-09-20'))).toBe(once);
});

test('a year that begins where a month is too short for the day keeps that day', () => {
  const terms = changeCadence(termsOf('2026-01-31', false), true, at('2026-04-10'));
  expect(periodOf(terms, '2026-04-30')).toEqual([true, '2026-04-30', '2027-04-30']);
  const back = changeCadence(terms, false, at('2026-05-31'));
  expect(periodOf(back, '2027-05-30')).toEqual([false, '2027-04-30', '2027-05-31']);
});

const DAY_MS = 86_400_000;
const someDay = fc
  .date({ min: new Date('2020-01-01'), max: new Date('2030-01-01'), noInvalidDate: true })
  .map((date) => date.toISOString().slice(0, 10));

type Step = { waitMs: number; isYearly: boolean | undefined; monthly: number | undefined };
const someStep: fc.Arbitrary<Step> = fc.record({
  // from nothing to two years, short waits as likely as long ones
  waitMs: fc.oneof(
    fc.integer({ min: 0, max: DAY_MS }),
    fc.integer({ min: 0, max: 40 * DAY_MS }),
    fc.integer({ min: 0, max: 800 * DAY_MS }),
  ),
  isYearly: fc.option(fc.boolean(), { nil: undefined }),
  monthly: fc.option(fc.integer({ min: 0, max: 9 }), { nil: undefined }),
});

type Moment = { now: number; start: number; end: number; limit: number; made: number };

/** Takes all that is left of the quota at every step, on both sides of each change, and as each period begins. */
function takeAllAlong(anchor: string, isYearly: boolean, steps: readonly Step[]): Moment[] {
  let terms = termsOf(anchor, isYearly);
  let monthly = 5;
  let now = Date.parse(`${anchor}T00:00:00Z`);
  const used = new Map<number, number>();
  const moments: Moment[] = [];
  const takeAll = () => {
    const period = quotaPeriodOf(terms, now);
    const [start, end] = [period.start.getTime(), period.end.getTime()];
    const limit = monthly * (period.isYearly ? 12 : 1);
    const made = Math.max(0, limit - (used.get(start) ?? 0));
    used.set(start, (used.get(start) ?? 0) + made);
    moments.push({ now, start, end, limit, made });
    return end;
  };
  for (const step of steps) {
    const until = now + step.waitMs;
    for (let end = takeAll(); end <= until; end = takeAll()) now = end;
    now = until;
    takeAll();
    monthly = step.monthly ?? monthly;
    if (step.isYearly !== undefined) terms = changeCadence(terms, step.isYearly, now);
    takeAll();
  }
  return moments;
}

test('however plan and cadence change, every moment lies in one period, and each period gives its quota once', () => {
  fc.assert(
    fc.property(someDay, fc.boolean(), fc.array(someStep, { maxLength: 20 }), (anchor, isYearly, steps) => {
      const moments = takeAllAlong(anchor, isYearly, steps);
      const periods = new Map(moments.map(({ start, end }) => [start, end]));
      let last: number | undefined;
      for (const [start, end] of periods) {
        // periods come in the order of time: each begins as the one before it ends
        if (last !== undefined && start !== last) throw new Error(`a hole or an overlap at ${start}`);
        last = end;
        const within = moments.filter(({ now }) => start <= now && now < end);
        const odd = within.find((moment) => moment.start !== start || moment.end !== end);
        if (odd) throw new Error(`${odd.now} lies in two periods`);
        const made = within.reduce((sum, moment) => sum + moment.made, 0);
        const largest = Math.max(...within.map(({ limit }) => limit));
        if (made > largest) throw new Error(`${made} of ${largest} links`);
      }
    }),
    { numRuns: 300 },
  );
});
