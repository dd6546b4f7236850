// Looks links up before the first visitor does: then the connections to the stores are open, the look-up code is
// compiled, and some links are known. Without it a process answers half as many requests in its first second.

import type { LinkCacheKey } from '@kurz/link-cache';
import { within } from '@kurz/resilience';
import type { LookUp } from './look-up';
import type { ResolveLink } from './resolve-link';

/** At most so many links, so many at the same time, and no longer than this. */
export type WarmUpLimits = { links: number; parallel: number; ms: number };

/** 0.6 s of one core. With 8,000 links the first second is no faster. */
const WARM_UP: WarmUpLimits = { links: 3_000, parallel: 64, ms: 2_000 };

/**
 * One link of so many is also read from Postgres: then look-ups that the link cache cannot answer have open
 * connections, and the pace of links.
 */
const STORED = 3;

/** Resolves with how many links were found. Ends with the first link that no store answers for. */
export async function warmUp(
  deps: {
    readKeys: (count: number) => Promise<readonly LinkCacheKey[]>;
    resolve: ResolveLink['resolve'];
    readStored: LookUp['readStored'];
  },
  { links, parallel, ms }: WarmUpLimits = WARM_UP,
): Promise<number> {
  const endsAt = performance.now() + ms;
  const keys = (await within(ms, deps.readKeys(links))).values();
  let found = 0;
  let isOver = false;
  const lookUpAll = async () => {
    for (const { zoneId, slug } of keys) {
      const { kind } = await deps.resolve(zoneId, slug);
      isOver ||= kind === 'unavailable' || performance.now() > endsAt;
      if (isOver) return;
      if (found++ % STORED === 0) await deps.readStored({ zoneId, slug });
    }
  };
  await Promise.all(Array.from({ length: parallel }, lookUpAll));
  return found;
}
