// The hits of a batch that was folded for another consumer.

import type { FoldedLinkDay } from '../fold';
import type { LinkHits } from './sum-hits';

/** What `sumHits` makes of the same visits, in whatever order. */
export function hitsOfFolded(folded: readonly FoldedLinkDay[]): LinkHits[] {
  const links = new Map<string, LinkHits>();
  for (const { linkId, day, requests } of folded) {
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
