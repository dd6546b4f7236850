import { daysBetween, isDay, queryOf, rangeOf } from './range';

const TODAY = '2026-03-05';
const of = (query: string) => rangeOf(new URLSearchParams(query), TODAY);

test('presets end today and count today', () => {
  expect(of('range=7d')).toEqual({ preset: '7d', from: '2026-02-27', to: TODAY });
  expect(of('range=90d').from).toBe('2025-12-06');
  expect(of('range=12m').from).toBe('2025-03-06');
  expect(of('range=all').from).toBeUndefined();
  expect(daysBetween(of('range=30d').from ?? '', TODAY)).toHaveLength(30);
  const yearTo = (today: string) => rangeOf(new URLSearchParams('range=12m'), today).from;
  expect(yearTo('2025-02-28')).toBe('2024-02-29');
  expect(yearTo('2024-02-28')).toBe('2023-03-01');
  expect(yearTo('2024-02-29')).toBe('2023-03-01');
});

test('days of one’s own end today at the latest, so that an earlier period has as many days', () => {
  const range = of('from=2026-03-01&to=2026-03-31');
  expect(range).toEqual({ preset: undefined, from: '2026-03-01', to: TODAY });
  expect(of('from=2026-03-05&to=2026-03-06')).toEqual({ preset: undefined, from: TODAY, to: TODAY });
  // the service refuses it with a message
  expect(of('from=2026-03-06&to=2026-03-07')).toMatchObject({ from: '2026-03-06', to: '2026-03-07' });
});

test('an address without a range, or with one that makes no sense, is the last 30 days', () => {
  for (const query of [
    '',
    'range=1000d',
    'from=2026-03-02&to=2026-03-01',
    'from=2026-02-30&to=2026-03-01',
    'from=x',
  ])
    expect(of(query).preset).toBe('30d');
});

test('an address says its range again as it was read', () => {
  for (const query of ['range=7d', 'range=all', 'from=2026-01-01&to=2026-02-01', ''])
    expect(of(queryOf(of(query)))).toEqual(of(query));
  expect(queryOf(of(''))).toBe('');
});

test('only days of the calendar are days', () => {
  expect(['2024-02-29', '2026-12-31'].every(isDay)).toBe(true);
  expect(['2023-02-29', '2026-13-01', '2026-1-1', '', null, '2026-01-01T00:00'].some(isDay)).toBe(false);
});
