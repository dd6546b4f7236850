// Removes the rows of erased links from an aggregated batch.

import type { LinkDayCounts } from '../aggregate/link-day-counts';
import type { ErasedLinks } from './erased-links';

/** `erasedVisits`: the visits of the removed rows. */
export async function withoutErased(
  erased: ErasedLinks,
  aggregated: LinkDayCounts[],
): Promise<{ kept: LinkDayCounts[]; erasedVisits: number }> {
  const ids = await erased.among(aggregated.map((row) => row.linkId));
  if (ids.size === 0) return { kept: aggregated, erasedVisits: 0 };
  let erasedVisits = 0;
  const kept = aggregated.filter(({ linkId, requests }) => {
    if (!ids.has(linkId)) return true;
    erasedVisits += requests;
    return false;
  });
  return { kept, erasedVisits };
}
