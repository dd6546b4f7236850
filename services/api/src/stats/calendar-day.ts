// UTC calendar days as text and as numbers, whatever the process's time zone.

import { DAY_MS, dayOf, isCalendarDay } from '@kurz/process';

/** Days from 1970-01-01 to a `YYYY-MM-DD`; undefined for text that is no date of the calendar, such as 2026-02-30. */
export function dayNumberOf(day: string): number | undefined {
  return isCalendarDay(day) ? startOfDay(day) / DAY_MS : undefined;
}

/** The inverse of dayNumberOf, for the years 0000 to 9999. */
export function dayAt(dayNumber: number): string {
  return dayOf(dayNumber * DAY_MS);
}

/** The first moment of a day, ms since the epoch. */
export function startOfDay(day: string): number {
  return Date.parse(`${day}T00:00:00.000Z`);
}

/** The days `from` to `to`, both included, as text; none when `to` comes before `from`. */
export function daysFrom(from: string, to: string): string[] {
  const start = startOfDay(from);
  return Array.from({ length: daysIn(from, to) }, (_, day) => dayOf(start + day * DAY_MS));
}

/** How many days `from` to `to` hold, both included; 0 when `to` comes before `from`. */
export function daysIn(from: string, to: string): number {
  return Math.max(0, Math.round((startOfDay(to) - startOfDay(from)) / DAY_MS) + 1);
}
