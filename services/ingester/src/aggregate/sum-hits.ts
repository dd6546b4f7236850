// Lifetime hits of a batch: its visits summed by link, or the rows that another consumer has aggregated.

import { dayNumberOf, dayOf } from './day-of';
import { isPlainId } from './is-plain-id';
import type { LinkDayCounts } from './link-day-counts';
import type { VisitSum } from './sum-lines';

export type LinkHits = {
  linkId: string;
  /** Visits, including bots. */
  hits: number;
  /** UTC day of the earliest of them, `YYYY-MM-DD`. */
  firstDay: string;
};

export function sumHits(): VisitSum<LinkHits[]> {
  const links = new Map<string, { workspaceId: string; hits: number; firstDay: number }>();
  return {
    // only new ids are checked: matching the pattern for each visit takes as long as all else
    add: ({ workspaceId, linkId, time }) => {
      const day = dayNumberOf(time);
      const link = links.get(linkId);
      if (link === undefined) {
        if (!isPlainId(linkId) || !isPlainId(workspaceId)) return false;
        links.set(linkId, { workspaceId, hits: 1, firstDay: day });
        return true;
      }
      if (link.workspaceId !== workspaceId && !isPlainId(workspaceId)) return false;
      link.hits += 1;
      if (day < link.firstDay) link.firstDay = day;
      return true;
    },
    result: () =>
      Array.from(links, ([linkId, { hits, firstDay }]) => ({ linkId, hits, firstDay: dayOf(firstDay) })),
  };
}

/** The result of `sumHits` for the same visits, in any order. */
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
