// The range of days of stats, from the page's address: a preset, or a first and a last day. All days are UTC.

const DAY_MS = 86_400_000;

export const PRESETS = ['7d', '30d', '90d', '12m', 'all'] as const;
export type Preset = (typeof PRESETS)[number];

const DAYS = { '7d': 7, '30d': 30, '90d': 90 } as const;
const DEFAULT: Preset = '30d';

export type Range = {
  /** Undefined for a custom range. */
  preset: Preset | undefined;
  /** Undefined means the first day with stats, which has to be requested. */
  from: string | undefined;
  to: string;
};

export const dayOf = (at: number): string => new Date(at).toISOString().slice(0, 10);

export const daysLater = (day: string, days: number): string =>
  dayOf(Date.parse(`${day}T00:00:00Z`) + days * DAY_MS);

/** The days from the first to the last, inclusive and ascending; empty when the first is later. */
export function daysBetween(first: string, last: string): string[] {
  const days: string[] = [];
  for (let day = first; day <= last; day = daysLater(day, 1)) days.push(day);
  return days;
}

/** The day after the same day a year before; 1 March for 29 February. */
function yearBefore(day: string): string {
  const at = new Date(`${day}T00:00:00Z`);
  at.setUTCFullYear(at.getUTCFullYear() - 1);
  const before = dayOf(at.getTime());
  // in a year without 29 February it has become 1 March already
  return before.slice(5) === day.slice(5) ? daysLater(before, 1) : before;
}

function rangeOfPreset(preset: Preset, today: string): Range {
  if (preset === 'all') return { preset, from: undefined, to: today };
  const from = preset === '12m' ? yearBefore(today) : daysLater(today, 1 - DAYS[preset]);
  return { preset, from, to: today };
}

/** Today, UTC. */
export const utcToday = () => dayOf(Date.now());

type Readable = {
  range: { clampedTo: string; to: string };
  freshness: 'todayLive' | 'final' | 'degraded';
};

/** The days that a response covers. While the analytics store is away, these are at most today and yesterday. */
export function readableDays({ range: { clampedTo, to }, freshness }: Readable, today: string): string[] {
  if (freshness !== 'degraded') return daysBetween(clampedTo, to);
  const yesterday = daysLater(today, -1);
  // a clock ahead of the service's must not drop the last day
  const firstLive = yesterday < to ? yesterday : to;
  return daysBetween(firstLive > clampedTo ? firstLive : clampedTo, to);
}

/** True for a calendar day in the format of the API and of a date input. */
export const isDay = (text: string | null): text is string =>
  text !== null &&
  /^\d{4}-\d{2}-\d{2}$/.test(text) &&
  !Number.isNaN(Date.parse(text)) &&
  dayOf(Date.parse(text)) === text;

/**
 * The range of an address; the last 30 days when it has none or an invalid one. It ends today at the latest, as every
 * response does.
 */
export function rangeOf(query: URLSearchParams, today: string): Range {
  const [from, to] = [query.get('from'), query.get('to')];
  if (isDay(from) && isDay(to) && from <= to)
    return { preset: undefined, from, to: from <= today && to > today ? today : to };
  const preset = PRESETS.find((one) => one === query.get('range')) ?? DEFAULT;
  return rangeOfPreset(preset, today);
}

/** The query string of a range; empty for the default. */
export function queryOf(range: Pick<Range, 'preset' | 'from' | 'to'>): string {
  if (range.preset === DEFAULT) return '';
  const query = new URLSearchParams(
    range.preset ? { range: range.preset } : { from: range.from ?? '', to: range.to },
  );
  return `?${query.toString()}`;
}
