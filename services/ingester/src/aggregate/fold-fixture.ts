// Folds a list of visits, and writes folded rows out as lists, so that the order of keys counts, too.

import { CLICK_DIMENSIONS } from '@kurz/click-event';
import type { ClassifiedVisit } from '../classify';
import { makeFold } from './fold-visits';
import type { FoldedLinkDay } from './folded-link-day';

export function foldVisits(visits: Iterable<ClassifiedVisit>): FoldedLinkDay[] {
  const fold = makeFold();
  for (const visit of visits) fold.add(visit);
  return fold.rows();
}

/** The row with a list of pairs for each dimension. */
export function asLists(
  row: FoldedLinkDay,
): Omit<FoldedLinkDay, 'by'> & { by: Record<string, [string, number][]> } {
  const { workspaceId, linkId, day, requests, bots, qr, byHour, by } = row;
  const lists = CLICK_DIMENSIONS.map((dimension): [string, [string, number][]] => [
    dimension,
    [...by[dimension]],
  ]);
  return { workspaceId, linkId, day, requests, bots, qr, byHour, by: Object.fromEntries(lists) };
}
