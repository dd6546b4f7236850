// Tests compare folded rows written out, so that the order of keys counts, too.

import type { FoldedLinkDay } from './folded-link-day';

/** The row with a list of pairs for each dimension. */
export function asLists(
  row: FoldedLinkDay,
): Omit<FoldedLinkDay, 'by'> & { by: Record<string, [string, number][]> } {
  return {
    ...row,
    by: Object.fromEntries(Object.entries(row.by).map(([name, counts]) => [name, [...counts]])),
  };
}
