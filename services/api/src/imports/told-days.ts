// Clicks by day in short, and back.

import { DAY_MS } from '@kurz/process';
import type { CountedDays, ToldDays } from './import-source';

export const packDays = ({ days, total }: CountedDays): ToldDays => ({
  counts: days.flatMap(({ day, clicks }) => [Date.parse(day) / DAY_MS, clicks]),
  ...(total !== undefined && { total }),
});

export function unpackDays({ counts, total }: ToldDays): CountedDays {
  const days = Array.from({ length: counts.length / 2 }, (_, at) => ({
    day: new Date((counts[2 * at] ?? 0) * DAY_MS).toISOString().slice(0, 10),
    clicks: counts[2 * at + 1] ?? 0,
  }));
  return { days, total };
}
