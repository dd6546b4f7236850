import fc from 'fast-check';
import { findConflict } from './rule-conflicts';
import { fullTime, WEEKDAYS, type RuleObject, type TimeObject } from './rule-object';

const DAY = 1_440;
const WEEK = 7 * DAY;
const clock = (minute: number) =>
  `${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`;

// few different minutes, so that many times touch
const minute = fc.constantFrom(0, 1, 540, 720, 721, 1_438, 1_439);
const time: fc.Arbitrary<TimeObject> = fc
  .record({
    zone: fc.constantFrom('Europe/Berlin', 'UTC'),
    weekdays: fc.option(fc.subarray([...WEEKDAYS], { minLength: 1 }), { nil: undefined }),
    from: minute,
    to: fc.oneof(minute, fc.constant(DAY)),
  })
  .filter(({ from, to }) => from !== to)
  .map(({ from, to, ...more }) => ({ ...more, from: clock(from), to: clock(to) }));

function minutesOf(of: TimeObject): Set<number> {
  const { days, from, to } = fullTime(of);
  const length = from < to ? to - from : DAY - from + to;
  return new Set(
    days.flatMap((day) => Array.from({ length }, (_, at) => ((day - 1) * DAY + from + at) % WEEK)),
  );
}

/** Compares minute by minute. */
function conflictOf(earlier: TimeObject, later: TimeObject): string | undefined {
  const [all, own] = [minutesOf(earlier), minutesOf(later)];
  if (all.size === WEEK) return 'never_matches';
  if (earlier.zone !== later.zone) return undefined;
  if ([...own].every((at) => all.has(at))) return 'never_matches';
  return [...own].some((at) => all.has(at)) ? 'overlapping_times' : undefined;
}

it('times conflict where some of their minutes of the week are the same', () => {
  const rule = (of: TimeObject): RuleObject => ({ when: { time: of }, url: 'https://a.example/' });
  fc.assert(
    fc.property(time, time, (earlier, later) => {
      expect(findConflict([rule(earlier), rule(later)])?.reason).toBe(conflictOf(earlier, later));
    }),
    { numRuns: 300 },
  );
});
