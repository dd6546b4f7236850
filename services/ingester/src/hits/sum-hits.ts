// Sums a batch's visits by link.

import { dayNumberOf, dayOf } from '../fold/day-of';
import type { VisitSum } from '../read/sum-lines';

export type LinkHits = {
  linkId: string;
  /** Visits, bots among them. */
  hits: number;
  /** UTC day of the earliest of them, `YYYY-MM-DD`. */
  firstDay: string;
};

export function sumHits(): VisitSum<LinkHits[]> {
  const links = new Map<string, { hits: number; firstDay: number }>();
  return {
    add: ({ linkId, time }) => {
      const day = dayNumberOf(time);
      const link = links.get(linkId);
      if (link === undefined) return void links.set(linkId, { hits: 1, firstDay: day });
      link.hits += 1;
      if (day < link.firstDay) link.firstDay = day;
    },
    result: () =>
      Array.from(links, ([linkId, { hits, firstDay }]) => ({ linkId, hits, firstDay: dayOf(firstDay) })),
  };
}
