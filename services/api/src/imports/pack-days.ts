// Converts clicks by day to their short form, and back.

import { DAY_MS } from '@kurz/process';
import type { CountedDays, PackedDays } from './import-source';

export const packDays = ({ days, total }: CountedDays): PackedDays => ({
  counts: days.flatMap(({ day, clicks }) => [Date.parse(day) / DAY_MS, clicks]),
  ...(total !== undefined && { total }),
  ...(days.some(({ facts }) => facts) && { facts: days.map(({ facts = null }) => facts) }),
});

export function unpackDays({ counts, total, facts }: PackedDays): CountedDays {
  const days = Array.from({ length: counts.length / 2 }, (_, at) => {
    const known = facts?.[at];
    return {
      day: new Date((counts[2 * at] ?? 0) * DAY_MS).toISOString().slice(0, 10),
      clicks: counts[2 * at + 1] ?? 0,
      ...(known && { facts: known }),
    };
  });
  return { days, total };
}
