// Sums a batch's visits by link, sorted by link, so that two transactions lock rows in the same order.

import type { Visit } from '@kurz/click-event';
import { dayNumberOf, dayOf } from '../fold/day-of';
import { inCodeUnitOrder } from '../fold/in-code-unit-order';

export type LinkHits = {
  linkId: string;
  /** Visits, bots among them. */
  hits: number;
  /** UTC day of the earliest of them, `YYYY-MM-DD`. */
  firstDay: string;
};

export function hitsOf(visits: readonly Visit[]): LinkHits[] {
  const links = new Map<string, { hits: number; firstDay: number }>();
  for (const { linkId, time } of visits) {
    const day = dayNumberOf(time);
    const link = links.get(linkId) ?? { hits: 0, firstDay: day };
    links.set(linkId, { hits: link.hits + 1, firstDay: Math.min(link.firstDay, day) });
  }
  return [...links]
    .map(([linkId, { hits, firstDay }]) => ({ linkId, hits, firstDay: dayOf(firstDay) }))
    .sort((a, b) => inCodeUnitOrder(a.linkId, b.linkId));
}
