// Takes the rows of erased links out of a folded batch.

import type { FoldedLinkDay } from '../aggregate/folded-link-day';
import type { ErasedLinks } from './erased-links';

/** `erasedVisits`: those that are in no row any more. */
export async function withoutErased(
  erased: ErasedLinks,
  folded: FoldedLinkDay[],
): Promise<{ kept: FoldedLinkDay[]; erasedVisits: number }> {
  const ids = await erased.among(folded.map((row) => row.linkId));
  if (ids.size === 0) return { kept: folded, erasedVisits: 0 };
  let erasedVisits = 0;
  const kept = folded.filter(({ linkId, requests }) => {
    if (!ids.has(linkId)) return true;
    erasedVisits += requests;
    return false;
  });
  return { kept, erasedVisits };
}
