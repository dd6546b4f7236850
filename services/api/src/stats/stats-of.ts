// Makes the answer from the figures of the stores. Pure: the same figures give the same answer.

import type { LiveDay } from '@kurz/live-clicks';
import { dayOf } from '@kurz/process';
import { daysIn } from './calendar-day';
import type { StatsFacts } from './find-stats-facts';
import { freshnessOf } from './freshness-of';
import { keyValueListOf } from './key-value-list-of';
import type { DayScans, KeyValueList, LinkStats } from './link-stats';
import { firstHourOf, mergeHours } from './merge-hours';
import { mergeKeys } from './merge-keys';
import { NOTHING_STORED, type DayCounts, type StoredClicks } from './stored-clicks';
import type { StatsWindow } from './window-of';

/**
 * The live days to take instead of ClickHouse's, by day. ClickHouse and the live counts both know today and yesterday,
 * and each can only lag. For each day the source that has seen more requests is taken, so that totals, lists and hours
 * never mix.
 */
function liveDaysToTake(stored: StoredClicks, live: readonly LiveDay[]): Map<string, LiveDay> {
  const ahead = live.filter((day) => day.requests > (stored.days.get(day.day)?.requests ?? 0));
  return new Map(ahead.map((day) => [day.day, day]));
}

type CountedDay = DayCounts & { day: string };

/**
 * The days of a window, each from the source that was chosen for it. Days with requests from `first` to `last`,
 * ascending.
 */
function mergeDays(
  stored: StoredClicks,
  taken: ReadonlyMap<string, LiveDay>,
  span: { first: string; last: string },
): CountedDay[] {
  const days = new Map<string, DayCounts>([...stored.days, ...taken]);
  return [...days]
    .filter(([day, counts]) => day >= span.first && day <= span.last && counts.requests > 0)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([day, { requests, bots, qr }]) => ({ day, requests, bots, qr }));
}

/** A link has 200 referrers a day at most, 146,000 in 730 days: an answer names the 999 largest and `~other`. */
const MAX_REFERRERS = 1_000;

/** What stats show of the link itself. */
export type StatsLink = {
  id: string;
  workspaceId: string;
  slug: string;
  zoneDomain: string;
  createdAt: Date;
};

export type Figures = {
  /** When nothing was tracked yet, the stats begin with the link's creation. */
  link: Pick<StatsLink, 'createdAt'>;
  window: StatsWindow;
  facts: StatsFacts;
  /** Undefined when ClickHouse is away. */
  stored: StoredClicks | undefined;
  /** The live counts of today and yesterday. */
  live: readonly LiveDay[];
};

function countedDaysOf({ window, stored = NOTHING_STORED, live }: Figures) {
  const taken = liveDaysToTake(stored, live);
  return { stored, taken, days: mergeDays(stored, taken, { first: window.clampedTo, last: window.to }) };
}

/** Human scans by day, days without any left out. They sum to `totals.qr`. */
export function scansOf(figures: Figures): DayScans[] {
  return countedDaysOf(figures).days.flatMap(({ day, qr }) => (qr > 0 ? [{ date: day, n: qr }] : []));
}

export function statsOf(figures: Figures & { link: StatsLink }): LinkStats {
  const { slug, zoneDomain } = figures.link;
  const { sums, variants } = sumsOf(figures);
  return { slug, zoneDomain, ...sums, ...(variants.length > 0 && { variants }) };
}

type Sums = Omit<LinkStats, 'slug' | 'zoneDomain' | 'variants'>;

/** The stats of one link or of many, without the fields that name it. */
export const summedStatsOf = (figures: Figures): Sums => sumsOf(figures).sums;

function sumsOf(figures: Figures): { sums: Sums; variants: KeyValueList } {
  const { link, window, facts } = figures;
  const { stored, taken, days } = countedDaysOf(figures);
  const sumOf = (field: 'requests' | 'bots' | 'qr') => days.reduce((sum, day) => sum + day[field], 0);
  const [requests, bots, qr] = [sumOf('requests'), sumOf('bots'), sumOf('qr')];
  const human = requests - bots;
  const keys = mergeKeys(stored, taken, window);
  const trackingSince = facts.trackingSince ?? dayOf(link.createdAt.getTime());
  const sums: Sums = {
    range: {
      from: window.from,
      to: window.to,
      clampedTo: window.clampedTo,
      retentionDays: window.retentionDays,
      storedDays: daysIn(trackingSince, window.today),
    },
    allTime: { total: facts.hits + facts.preTracking, preTracking: facts.preTracking, trackingSince },
    totals: { human, bots, requests, qr, click: human - qr },
    series: days.map((day) => ({ date: day.day, n: day.requests, b: day.bots })),
    hourly: {
      fromUtc: new Date(firstHourOf(window.now)).toISOString(),
      buckets: mergeHours(stored, taken, window.now),
    },
    geo: keyValueListOf(keys.geo),
    referrers: keyValueListOf(keys.referrer, MAX_REFERRERS),
    devices: keyValueListOf(keys.device),
    browsers: keyValueListOf(keys.browser),
    os: keyValueListOf(keys.os),
    languages: keyValueListOf(keys.language),
    ...(keys.imported.size > 0 && { imported: keyValueListOf(keys.imported) }),
    source: { click: human - qr, qr },
    freshness: freshnessOf(window, {
      isStoreAway: figures.stored === undefined,
      consolidatedUntil: facts.consolidatedUntil,
      liveDays: taken.keys(),
    }),
  };
  return { sums, variants: keyValueListOf(keys.variant) };
}
