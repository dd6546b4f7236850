// What visitors request: tagged visits have a referrer host of their own, so that each can be found in the stats; plain
// ones go to a few links over and over.

import { VISITORS, type AskedVisit } from './asked-visit';
import type { Random } from './seeded-random';

export type VisitPlan = {
  slugs: string[];
  next: () => AskedVisit;
};

/** A link keeps 200 referrer hosts a day. */
const HOSTS_PER_LINK = 190;
/** Links that are asked for side by side. */
const SIDE_BY_SIDE = 8;

const slugsOf = (name: string, count: number) =>
  Array.from({ length: count }, (_, index) => `${name}-${index}`);

/** One visit in three is tagged, as long as there are links left for that. */
export function makeVisitPlan(random: Random, counts: { tagged: number; plain: number }): VisitPlan {
  const tagged = slugsOf('tagged', counts.tagged);
  const plain = slugsOf('plain', counts.plain);
  const isScan = () => random.between(1, 4) === 1;
  const visitor = () => VISITORS[random.between(0, VISITORS.length - 1)] ?? VISITORS[0];
  let taggedVisits = 0;

  const next = (): AskedVisit => {
    const some = visitor();
    if (!some) throw new Error('there is no visitor');
    const round = Math.floor(taggedVisits / SIDE_BY_SIDE);
    const slug = tagged[Math.floor(round / HOSTS_PER_LINK) * SIDE_BY_SIDE + (taggedVisits % SIDE_BY_SIDE)];
    if (slug !== undefined && random.between(1, 3) === 1) {
      taggedVisits++;
      return {
        slug,
        isScan: isScan(),
        isBot: false,
        visitor: some,
        referrer: `site-${taggedVisits}.example`,
      };
    }
    const often = plain[random.between(0, plain.length - 1)] ?? '';
    return { slug: often, isScan: isScan(), isBot: random.between(1, 10) === 1, visitor: some, referrer: '' };
  };
  return { slugs: [...tagged, ...plain], next };
}
