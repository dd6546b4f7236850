// Lifetime hits of a batch: its visits summed by link, or the rows that another consumer has aggregated.

import { dayNumberOf, dayOf } from './day-of';
import type { LinkDayCounts } from './link-day-counts';
import type { VisitSum } from './sum-lines';

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

/** What `sumHits` makes of the same visits, in whatever order. */
export function hitsOfRows(aggregated: readonly LinkDayCounts[]): LinkHits[] {
  const links = new Map<string, LinkHits>();
  for (const { linkId, day, requests } of aggregated) {
    const link = links.get(linkId);
    if (link === undefined) {
      links.set(linkId, { linkId, hits: requests, firstDay: day });
      continue;
    }
    link.hits += requests;
    if (day < link.firstDay) link.firstDay = day;
  }
  return [...links.values()];
}
