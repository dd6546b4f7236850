// Aggregates a list of visits, and turns aggregated rows into lists, so that tests compare the order of keys, too.

import { CLICK_DIMENSIONS } from '@kurz/click-event';
import type { ClassifiedVisit } from '@kurz/visitor-facts';
import { makeAggregate } from './aggregate-visits';
import type { LinkDayCounts } from './link-day-counts';

export function aggregateVisits(visits: Iterable<ClassifiedVisit>): LinkDayCounts[] {
  const aggregate = makeAggregate();
  for (const visit of visits) aggregate.add(visit);
  return aggregate.rows();
}

/** The row with a list of pairs for each dimension. */
export function asLists(
  row: LinkDayCounts,
): Omit<LinkDayCounts, 'by'> & { by: Record<string, [string, number][]> } {
  const { workspaceId, linkId, day, requests, bots, qr, byHour, by } = row;
  const lists = CLICK_DIMENSIONS.map((dimension): [string, [string, number][]] => [
    dimension,
    [...by[dimension]],
  ]);
  return { workspaceId, linkId, day, requests, bots, qr, byHour, by: Object.fromEntries(lists) };
}
