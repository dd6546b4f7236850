// Readings of many links that nobody has asked for. What changes while one is under way is not stored by it, and nothing is
// where changes were possibly missed.

import type { CachedLink, LinkCacheKey } from '@kurz/link-cache';
import type { NearCache } from '../near-cache/near-cache';
import { isLinkSendable } from './link-at';

export type BulkReading = {
  /** False: changes were possibly missed since it began, and nothing of it may be stored any more. */
  store: (key: LinkCacheKey, link: CachedLink) => boolean;
  /** The link was read as the near cache has it, in this version: it is fresh again. False: as of `store`. */
  renew: (key: LinkCacheKey, version: number) => boolean;
  isCurrent: () => boolean;
  end: () => void;
};

export type BulkReadings = {
  /** Before the links are read. */
  begin: () => BulkReading;
  /** `key`: of keyOf. */
  onChange: (key: string) => void;
  onMissed: () => void;
};

export const keyOf = (zoneId: string, slug: string) => `${zoneId}/${slug}`;

/** Of the time to live: the links of a reading do not end together, to be looked up again in the same second. */
const LEAST_SHARE = 0.25;

export function makeBulkReadings(deps: {
  near: Pick<NearCache, 'fresh' | 'version' | 'store' | 'renew'>;
  isConnected: () => boolean;
}): BulkReadings {
  const { near, isConnected } = deps;
  const underWay = new Set<{ changed: Set<string>; isOutdated: boolean }>();
  return {
    begin: () => {
      const reading = { changed: new Set<string>(), isOutdated: !isConnected() };
      underWay.add(reading);
      const isCurrent = () => isConnected() && !reading.isOutdated;
      return {
        store: ({ zoneId, slug }, link) => {
          if (!isCurrent()) return false;
          const isOlder =
            reading.changed.has(keyOf(zoneId, slug)) || near.version(zoneId, slug) > link.version;
          if (isOlder || near.fresh(zoneId, slug) || !isLinkSendable(link)) return true;
          near.store(zoneId, slug, link, LEAST_SHARE + (1 - LEAST_SHARE) * Math.random());
          return true;
        },
        renew: ({ zoneId, slug }, version) => {
          if (!isCurrent()) return false;
          if (!reading.changed.has(keyOf(zoneId, slug))) near.renew(zoneId, slug, version);
          return true;
        },
        isCurrent,
        end: () => void underWay.delete(reading),
      };
    },
    onChange: (key) => {
      for (const { changed } of underWay) changed.add(key);
    },
    onMissed: () => {
      for (const reading of underWay) reading.isOutdated = true;
    },
  };
}
