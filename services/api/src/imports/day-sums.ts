// Sums the visits of one link by day, as they wait in a job. The sums hold nothing of a visitor but keys of dimensions.

import { admitHost, CLICK_DIMENSIONS, isReferrerHost, type ClickDimension } from '@kurz/click-event';
import { DAY_MS, dayOf } from '@kurz/process';
import type { ClassifiedVisit } from '@kurz/visitor-facts';
import { SourceFault, type CountedDays, type DayFacts } from './import-source';

/** The most numbers of one link, over all days and dimensions: some 20 MB. */
const MAX_KEYS = 200_000;
/** clicks_hourly keeps three days. */
const DAYS_WITH_HOURS = 4;
const HOUR_MS = 3_600_000;
const OTHER = '~other';

type Day = {
  visits: number;
  bots: number;
  hours: Map<number, { visits: number; bots: number }>;
  hosts: Set<string>;
  by: Map<ClickDimension, Map<string, number>>;
};

export type SummedVisit = Pick<ClassifiedVisit, 'time' | 'isBot'> &
  Partial<Pick<ClassifiedVisit, ClickDimension>>;

export type DaySums = {
  /** Throws SourceFault when there are too many numbers. */
  add: (visit: SummedVisit) => void;
  result: () => CountedDays['days'];
};

/** For visits up to a moment. Days long before it have no hours. */
export function makeDaySums(until: Date): DaySums {
  const hoursFrom = until.getTime() - DAYS_WITH_HOURS * DAY_MS;
  const days = new Map<string, Day>();
  let keys = 0;

  const dayOfVisit = (time: number): Day => {
    const name = dayOf(time);
    const known = days.get(name);
    if (known) return known;
    const made: Day = { visits: 0, bots: 0, hours: new Map(), hosts: new Set(), by: new Map() };
    days.set(name, made);
    keys += 1;
    return made;
  };
  const countKey = ({ by }: Day, dimension: ClickDimension, key: string) => {
    const counts = by.get(dimension) ?? new Map<string, number>();
    by.set(dimension, counts);
    const before = counts.get(key);
    if (before === undefined && ++keys > MAX_KEYS)
      throw new SourceFault(`has a link whose visits by day are more than ${MAX_KEYS} numbers`, 'too_large');
    counts.set(key, (before ?? 0) + 1);
  };

  return {
    add: (visit) => {
      const day = dayOfVisit(visit.time);
      day.visits += 1;
      if (visit.isBot) day.bots += 1;
      if (visit.time >= hoursFrom) {
        const at = Math.floor((visit.time % DAY_MS) / HOUR_MS);
        const hour = day.hours.get(at) ?? { visits: 0, bots: 0 };
        day.hours.set(at, { visits: hour.visits + 1, bots: hour.bots + (visit.isBot ? 1 : 0) });
      }
      if (visit.isBot) return;
      for (const dimension of CLICK_DIMENSIONS) {
        const key = visit[dimension];
        if (key === undefined) continue;
        const isRefused = dimension === 'referrer' && isReferrerHost(key) && !admitHost(key, day.hosts);
        countKey(day, dimension, isRefused ? OTHER : key);
      }
    },
    result: (): CountedDays['days'] =>
      [...days].map(([day, { visits: clicks, bots, hours, by }]) => {
        const facts: DayFacts = {
          bots,
          hours: [...hours].map(([hour, counts]) => [hour, counts.visits, counts.bots]),
          by: [...by].flatMap(([dimension, counts]) =>
            [...counts].map(([key, humans]) => [dimension, key, humans] as const),
          ),
        };
        return { day, clicks, facts };
      }),
  };
}
