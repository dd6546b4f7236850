import { coversLiveDays, freshnessOf } from './freshness-of';
import { windowOf, type StatsWindow } from './window-of';

function windowFor(from: string, to: string, retentionDays = 730): StatsWindow {
  const outcome = windowOf({ from, to }, { now: Date.parse('2026-03-15T12:00:00Z'), retentionDays });
  if (outcome.kind !== 'window') throw new Error(outcome.kind);
  return outcome.window;
}

const ANSWERED = { isStoreAway: false, liveDays: [] };
const until = (text: string) => ({ ...ANSWERED, consolidatedUntil: Date.parse(text) });

describe('the freshness of stats', () => {
  it('is final when the window is past and consolidated to its last moment', () => {
    expect(freshnessOf(windowFor('2026-03-01', '2026-03-14'), until('2026-03-15T00:00:00Z'))).toBe('final');
  });

  it('is todayLive for a past window that is not consolidated yet, or of which nothing is known', () => {
    const window = windowFor('2026-03-01', '2026-03-14');
    expect(freshnessOf(window, until('2026-03-14T23:59:59.999Z'))).toBe('todayLive');
    expect(freshnessOf(window, { ...ANSWERED, consolidatedUntil: undefined })).toBe('todayLive');
  });

  it('is todayLive when the window includes today, however far the stream is consolidated', () => {
    expect(freshnessOf(windowFor('2026-03-15', '2026-03-15'), until('2027-01-01T00:00:00Z'))).toBe(
      'todayLive',
    );
  });

  it('is todayLive when a live day stands in for a stored one inside the window only', () => {
    const sources = { ...until('2026-03-15T00:00:00Z'), liveDays: ['2026-03-14'] };
    expect(freshnessOf(windowFor('2026-03-01', '2026-03-14'), sources)).toBe('todayLive');
    expect(freshnessOf(windowFor('2026-03-01', '2026-03-13'), sources)).toBe('final');
  });

  it('is degraded when ClickHouse is away', () => {
    const away = { isStoreAway: true, consolidatedUntil: Infinity, liveDays: [] };
    expect(freshnessOf(windowFor('2026-03-01', '2026-03-14'), away)).toBe('degraded');
  });

  it.each<[string, string, number, boolean]>([
    ['2026-03-15', '2026-03-15', 730, true],
    ['2026-03-01', '2026-03-14', 730, true],
    ['2026-03-01', '2026-03-13', 730, false],
    ['2026-03-01', '2026-03-14', 1, false],
  ])('live days cover %s to %s with %d days of retention: %s', (from, to, retentionDays, covers) => {
    expect(coversLiveDays(windowFor(from, to, retentionDays))).toBe(covers);
  });
});
