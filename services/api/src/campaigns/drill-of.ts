// A campaign by source and medium.

import type { Drill } from './campaign-report';
import type { CampaignPart } from './rank-campaigns';

/** Name of the rest of a long drill, as in the lists of stats. */
const FOLDED = '~other';

const byClicksThenName = (a: Drill, b: Drill) =>
  b.humanClicks - a.humanClicks ||
  (a.source === b.source ? Number(a.medium > b.medium) * 2 - 1 : a.source < b.source ? -1 : 1);

/** More than `most` rows become the `most` − 1 largest and one into which the rest is folded, so that the sums stay. */
export function drillOf(parts: readonly CampaignPart[], most: number): Drill[] {
  const drill = parts
    .map(({ group: { source, medium, linkCount }, clicks }) => ({
      source,
      medium,
      linkCount,
      humanClicks: clicks.humans,
    }))
    .sort(byClicksThenName);
  if (drill.length <= most) return drill;
  const rest = { source: FOLDED, medium: FOLDED, linkCount: 0, humanClicks: 0 };
  for (const { linkCount, humanClicks } of drill.splice(most - 1)) {
    rest.linkCount += linkCount;
    rest.humanClicks += humanClicks;
  }
  return [...drill, rest].sort(byClicksThenName);
}
