import fc from 'fast-check';
import { dayAt, dayNumberOf } from './calendar-day';
import { windowOf, type StatsWindow, type WindowQuery } from './window-of';

const NOW = Date.parse('2026-03-15T23:59:59.999Z');
const TODAY = dayNumberOf('2026-03-15') ?? 0;

function windowFor(query: WindowQuery, retentionDays = 730): StatsWindow {
  const outcome = windowOf(query, { now: NOW, retentionDays });
  if (outcome.kind !== 'window') throw new Error(`no window but ${outcome.kind}`);
  return outcome.window;
}

describe('the window of stats', () => {
  it.each<[string, WindowQuery, number, [string, string, string]]>([
    ['is the last 30 days by default', {}, 730, ['2026-02-14', '2026-03-15', '2026-02-14']],
    [
      'is what was asked for',
      { from: '2026-01-01', to: '2026-01-31' },
      730,
      ['2026-01-01', '2026-01-31', '2026-01-01'],
    ],
    [
      'may be one day',
      { from: '2026-03-15', to: '2026-03-15' },
      730,
      ['2026-03-15', '2026-03-15', '2026-03-15'],
    ],
    [
      'ends 29 days after a lone from',
      { from: '2026-01-01' },
      730,
      ['2026-01-01', '2026-01-30', '2026-01-01'],
    ],
    [
      'ends today after a late lone from',
      { from: '2026-03-10' },
      730,
      ['2026-03-10', '2026-03-15', '2026-03-10'],
    ],
    [
      'starts 29 days before a lone to',
      { to: '2026-01-30' },
      730,
      ['2026-01-01', '2026-01-30', '2026-01-01'],
    ],
    [
      'never ends in the future',
      { from: '2026-03-01', to: '2027-01-01' },
      730,
      ['2026-03-01', '2026-03-15', '2026-03-01'],
    ],
    [
      'starts 29 days before today with a lone future to',
      { to: '9999-12-31' },
      730,
      ['2026-02-14', '2026-03-15', '2026-02-14'],
    ],
    [
      'reads today and the 29 days before with 30 days of retention',
      { from: '2026-01-01', to: '2026-03-15' },
      30,
      ['2026-01-01', '2026-03-15', '2026-02-14'],
    ],
    ['reads only today with 1 day of retention', {}, 1, ['2026-02-14', '2026-03-15', '2026-03-15']],
    [
      'wholly before the retention begins to be read after its end',
      { from: '2020-01-01', to: '2020-01-31' },
      30,
      ['2020-01-01', '2020-01-31', '2026-02-14'],
    ],
    [
      'crosses a leap day',
      { from: '2024-02-29', to: '2024-03-01' },
      3650,
      ['2024-02-29', '2024-03-01', '2024-02-29'],
    ],
    [
      'begins no earlier than the calendar with four digits',
      { to: '0000-01-05' },
      30,
      ['0000-01-01', '0000-01-05', '2026-02-14'],
    ],
    [
      'is read from 1970 on, however long the retention',
      { from: '1960-01-01' },
      1e9,
      ['1960-01-01', '1960-01-30', '1970-01-01'],
    ],
  ])('%s', (_, query, retentionDays, [from, to, clampedTo]) => {
    expect(windowFor(query, retentionDays)).toEqual({
      now: NOW,
      today: '2026-03-15',
      yesterday: '2026-03-14',
      from,
      to,
      clampedTo,
      retentionDays,
    });
  });

  it.each<[WindowQuery]>([
    [{ from: '2026-02-02', to: '2026-02-01' }],
    [{ from: '2030-01-02', to: '2030-01-01' }],
  ])('is refused when it would start after its end: %j', (query) => {
    expect(windowOf(query, { now: NOW, retentionDays: 730 })).toEqual({ kind: 'from_after_to' });
  });

  it.each<[WindowQuery]>([[{ from: '2026-03-16' }], [{ from: '2030-01-01', to: '2030-01-31' }]])(
    'is refused when it would start after today, by that reason: %j',
    (query) => {
      expect(windowOf(query, { now: NOW, retentionDays: 730 })).toEqual({ kind: 'from_in_the_future' });
    },
  );

  it('takes an empty end for none', () => {
    const at = { now: NOW, retentionDays: 730 };
    expect(windowOf({ from: '', to: '' }, at)).toEqual(windowOf({}, at));
  });

  it.each([
    '2026-02-30',
    '2025-02-29',
    '2026-13-01',
    '2026-00-10',
    '2026-1-1',
    '26-01-01',
    '2026-01-01T00:00:00Z',
    ' 2026-01-01',
    'yesterday',
    '20260101',
    '+02026-01-01',
    '2026-01-01\u0000',
    '٢٠٢٦-٠١-٠١',
  ])('is refused for what is no date: %j', (text) => {
    const at = { now: NOW, retentionDays: 730 };
    expect(windowOf({ from: text }, at)).toEqual({ kind: 'not_a_date', parameter: 'from' });
    expect(windowOf({ to: text, from: '2026-01-01' }, at)).toEqual({ kind: 'not_a_date', parameter: 'to' });
  });

  it('is refused for a repeated parameter', () => {
    const outcome = windowOf({ to: ['2026-01-01', '2026-01-02'] }, { now: NOW, retentionDays: 730 });
    expect(outcome).toEqual({ kind: 'repeated', parameter: 'to' });
  });

  it('starts no later than it ends, ends no later than today, and is read from no earlier than start and retention', () => {
    const day = fc.integer({ min: TODAY - 2000, max: TODAY + 100 }).map(dayAt);
    const query = fc.record({
      from: fc.option(day, { nil: undefined }),
      to: fc.option(day, { nil: undefined }),
    });
    fc.assert(
      fc.property(query, fc.integer({ min: 1, max: 1500 }), ({ from, to }, retentionDays) => {
        const sent = { ...(from === undefined ? {} : { from }), ...(to === undefined ? {} : { to }) };
        const outcome = windowOf(sent, { now: NOW, retentionDays });
        if (outcome.kind !== 'window') {
          expect(['from_after_to', 'from_in_the_future']).toContain(outcome.kind);
          expect(from !== undefined && (from > '2026-03-15' || (to !== undefined && from > to))).toBe(true);
          return;
        }
        const { window } = outcome;
        const floor = dayAt(TODAY - retentionDays + 1);
        expect(window.from <= window.to && window.to <= '2026-03-15').toBe(true);
        expect(window.clampedTo).toBe(window.from > floor ? window.from : floor);
        if (from !== undefined) expect(window.from).toBe(from);
        if (to !== undefined && to <= '2026-03-15') expect(window.to).toBe(to);
      }),
    );
  });
});
